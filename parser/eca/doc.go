// Package eca reads event-condition-action programs: C programs, as those of the RERS
// challenges, in which an endless loop reads an input, guarded actions change integer
// variables, and labels say what must not be reached (Beyer and Stahlbauer, "BDD-based Software
// Verification: Applications to Event-Condition-Action Systems", STTT 2014).
package eca
