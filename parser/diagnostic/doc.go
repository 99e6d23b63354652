// Package diagnostic says what is wrong with a source text, and where: file, line and column,
// the line with a caret below it, and a hint. All that reads a text reports by it, be it a
// program, a formula or a table, and front ends several errors in one run.
package diagnostic
