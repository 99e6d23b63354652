// Package mu runs formulas of the fixed-point calculus, with or without a Boolean program
// whose relations they mention: what ijit mu does. The language is that of package
// systems/recursion/calculus; ijit help mu is a page about it. [Formulas] has the model checkers that
// come as formulas (La Torre, Madhusudan and Parlato, PLDI 2009).
package mu
