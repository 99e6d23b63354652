// Package executions shows what the algorithms of other systems find as traces: executions with calls, schedules of
// recursive threads, executions of searches whose threads have identities, and inputs of event-condition-action
// programs. Package trace knows none of these algorithms; it shows searches over configurations itself ([trace.New]).
//
// # Files, in reading order
//
//	symbolic     threads that have identities already
//	sequential   one thread with calls: time and memory are linear in the steps that are kept
//	interleaved  recursive threads, by schedules
//	turns        event-condition-action programs, turn by turn
package executions
