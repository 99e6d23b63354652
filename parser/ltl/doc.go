// Package ltl has formulas of temporal logic.
//
// # Files
//
//	formula.go  formulas
package ltl
