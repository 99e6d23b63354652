// Package circuit decides what circuits do by decision diagrams: which states they reach.
package circuit
