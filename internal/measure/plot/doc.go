// Package plot draws measurements of runs.
//
// There are two charts. A [Scatter] compares two algorithms: a mark for each
// instance, the one on the x axis, the other on the y axis, both logarithmic and of
// the same range, so that the diagonal is where both take the same and a parallel to
// it is a factor. What was not measured to its end, because a limit was reached or
// there was no answer, has no place on an axis; it sits on a rail beyond the frame.
// [Lines] are curves over instances in some order, or over a parameter.
//
// A chart is drawn as a [Picture], a list of shapes, from which SVG, PNG and PDF are
// written. SVG is for pages: a viewer that prefers dark gets it dark, and marks say more
// when they are pointed at. PNG and PDF are light, with their fonts in them.
//
// A chart is legible in print, in grey and on a dark page: marks and lines differ in
// shape as well as in colour, and the background is drawn. Text keeps out of the way of
// other text by its place, not by luck: legends and captions stand outside the frame, and
// explain rails and grey areas.
//
// The values of an axis are positive; what is not is drawn at the least value that
// is.
package plot
