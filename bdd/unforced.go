// This file defines that variables are moved for a reason only, as it is without the build tag
// bddreorder.

//go:build !bddreorder

package bdd

const forced = false
