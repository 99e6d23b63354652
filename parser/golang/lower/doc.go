// Package lower makes a Boolean program of a skeleton.
package lower
