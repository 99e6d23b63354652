// Package effect defines what is known of functions of libraries of which a checker has no code: whether they wait,
// call back, keep what they are given, and what they read and write. Tables of effects are text, a line for each
// function.
package effect
