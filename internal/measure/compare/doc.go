// Package compare puts the runs of ijit bench beside one another: those of several logs, such
// as before and after a change, or those of several series in one log.
//
// A [Table] has a row for each question and a column for each log or series. The first
// column is what the others are compared with. What differs is marked, by how much it
// matters: verdicts that cannot both be true, answers lost and gained, and times and
// memory whose ratio is beyond the [Noise]. A ratio is formed where both runs answer: what
// a run took up to a limit says nothing.
//
// The same table is written as text, which lists what differs, and as a page of HTML, which
// has everything.
package compare
