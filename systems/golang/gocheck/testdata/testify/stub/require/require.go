// Package require has the declarations of some functions of the package that it stands for.
package require

type TestingT interface {
	Errorf(format string, args ...any)
	FailNow()
}

type Assertions struct{ t TestingT }

func New(t TestingT) *Assertions                                  { return &Assertions{t} }
func NoError(t TestingT, err error, msgAndArgs ...any)            {}
func Equal(t TestingT, expected, actual any, msgAndArgs ...any)   {}
func (a *Assertions) NotNilf(object any, msg string, args ...any) {}
func (a *Assertions) True(value bool, msgAndArgs ...any)          {}

func Panics(t TestingT, f func(), msgAndArgs ...any) {}
