// Package assert has the declarations of some functions of the package that it stands for.
package assert

type TestingT interface {
	Errorf(format string, args ...any)
}

func NoError(t TestingT, err error, msgAndArgs ...any) bool          { return true }
func Eventually(t TestingT, condition func() bool, args ...any) bool { return true }

func ErrorAs(t TestingT, err error, target any, args ...any) bool { return true }
