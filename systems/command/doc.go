// Package command is the command ijit, which checks multithreaded Boolean programs, thread-transition
// systems and other models. Its [Main] takes readers and engines of the user's own, so a
// command that has them beside all others is a few lines.
//
//	ijit check dekker.bp          can an assertion fail?
//	ijit trace dekker.bp          and how?
//	ijit step dekker.bp           what happens, one step at a time?
//	ijit validate dekker.bp why   is what check --certificate wrote right?
//	ijit explain why dekker.bp    and what does it say?
//	ijit bench examples -o r.csv  how long do the algorithms take?
//	ijit plot r.csv -x .. -y ..   and in a picture?
//	ijit compare r.csv s.csv      and what has changed?
//	ijit mu ef rec.bp             a model checker as a formula, run on a program
//	ijit sat x.cnf                has a formula in DIMACS format a model?
//	ijit translate dekker.bp      as a thread-transition system
//	ijit fmt -w dekker.bp         in canonical form
//	ijit algorithms               which algorithms are there?
//	ijit help language            how are programs written?
//
// # Answers
//
// Answers go to standard output; progress, warnings and hints go to standard
// error. The last line of an answer has fields with two blanks between them:
//
//	UNSAFE  dekker.bp:31:5 assert  depth 7, 2 threads  auto:ecut/jit  1204 states  0.03s
//	SAFE  for any number of threads  auto:bws/jit  312 states  0.01s
//	SAFE  for at most 3 live threads  depth 12  bfs/jit  620 states  0.01s
//	SAFE  never more than 2 live threads  depth 12  bfs/jit  620 states  0.01s
//	SAFE  for any number of threads  vacuous: no execution begins  auto:bws/jit  0 states  0.00s
//	UNKNOWN(bound)  buffer.bp:9:3 start_thread  depth 19  bfs/jit  47 states  0.01s
//	UNKNOWN(timeout)  for at most 3 live threads  depth 9  bfs/jit  81404 states  1.00s
//
// The exit code says the same: 0 SAFE, 10 UNSAFE, 30 UNKNOWN, 2 for a wrong use of
// the command and 1 for an input that cannot be read, an output that cannot be written
// and other errors. It is the same with --json, which prints one object instead.
//
// # Why kong
//
// The command line is described by structs with github.com/alecthomas/kong.
// Package flag of the standard library stops at the first argument that is not a
// flag, so "ijit check x.bp --threads 2" would need a second parser around it, and
// it knows nothing of commands. Kong is a small dependency, and of this command
// only: the library does not import it.
package command
