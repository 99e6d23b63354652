// Package labels is what all analyses of labels of event-condition-action programs share: what is
// asked, what is answered, and which variables matter for it.
//
//	result.go  options, results, invariants
//	cone.go    the cone of influence of labels
package labels
