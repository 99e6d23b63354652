// Package source reads the texts that users name: programs, systems, formulas,
// certificates, lists and logs. A text may be compressed by gzip, and none is endless: one
// that is longer than a limit is an error, not the end of the memory.
package source
