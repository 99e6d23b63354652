// This file defines that each safe point moves variables, with the build tag bddreorder: for
// tests of packages that use this one, and must not depend on the order.

//go:build bddreorder

package bdd

// forced says that safe points move variables, to places that are worse, too.
const forced = true
