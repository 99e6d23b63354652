// Package diagnostic says what is wrong with a source text, and where: file, line and column,
// the line with a caret below it, and a hint. All front ends report by it, several errors in
// one run.
package diagnostic
