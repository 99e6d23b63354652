// Package bench measures checks: each in a process of its own, within limits, with
// a row of a CSV file for each.
//
// # The idea
//
// A comparison of algorithms is a matrix: instances by algorithms by versions. An
// [Instance] is a file and a [Question] about it; a [Job] is one cell of the
// matrix. The process that runs a job is this program itself, asked to check, so
// that what is measured is what a user gets, and so that a crash, or the kernel
// ending a process that took too much memory, is one row and not the end of the
// experiment. The limits hold twice: the process gives up by itself and says what
// it knows; if it does not, it is killed from outside.
//
// # Other programs
//
// A [Tool] is another program, measured in the same way: its command is given the file, its
// verdict is read from its exit code or its output, and its limits are enforced from outside
// alone. Its rows are as those of an algorithm without versions.
//
// # Resuming
//
// The [Log] is the state of an experiment. A row is written by one call as soon as
// its run has ended, so that whatever ends a bench, only the runs in flight are
// lost; a line that is cut off is removed when the file is opened again. A job is
// done if the log has a row with the same content of the file (its SHA-256, not its
// name), question, bound on threads, algorithm, version, program and machine, and
// either the same limits, or an end that the limits of now would have allowed as
// well: a run that was decided in 3 seconds need not be repeated to allow it 30
// minutes instead of one, whereas one that was stopped after a minute must be.
//
// # What is expected
//
// An error that can be reached with n threads can be reached with more, so the
// verdicts about a question say two things: from which bound on it is UNSAFE, and
// up to which it is SAFE. A [Belief] is those two numbers. It tells which verdict a
// run with another bound, or with none, must have, if any, and whether verdicts
// contradict one another.
package bench
