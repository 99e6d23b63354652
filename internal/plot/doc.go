// Package plot draws measurements of runs as SVG.
//
// There are two charts. A [Scatter] compares two algorithms: a mark for each
// instance, the one on the x axis, the other on the y axis, both logarithmic and of
// the same range, so that the diagonal is where both take the same and a parallel to
// it is a factor. What was not measured to its end, because a limit was reached or
// there was no answer, has no place on an axis; it sits on a rail beyond the frame.
// [Lines] are curves over instances in some order, or over a parameter.
//
// A chart is legible in print, in grey and on a dark page: marks and lines differ in
// shape as well as in colour, the background is drawn, and a viewer that prefers
// dark gets it dark. Text keeps out of the way of other text by its place, not by
// luck: legends and captions stand outside the frame.
//
// The values of an axis are positive; what is not is drawn at the least value that
// is.
package plot
