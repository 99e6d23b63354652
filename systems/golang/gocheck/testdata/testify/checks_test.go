// Package checks has tests with assertions of testify.
package checks

import (
	"errors"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var errNone = errors.New("none")

func pick(list []string) (string, error) {
	if len(list) == 0 {
		return "", errNone
	}
	return list[0], nil
}

// The assertion fails always, or never: what follows is not executed.
func TestFineNoError(t *testing.T) {
	var mu sync.Mutex
	_, err := pick(nil)
	require.NoError(t, err)
	mu.Unlock()
}

func TestFineMethods(t *testing.T) {
	var mu sync.Mutex
	var p *int
	r := require.New(t)
	r.NotNilf(p, "%d", 1)
	mu.Unlock()
}

func TestFineResult(t *testing.T) {
	var mu sync.Mutex
	_, err := pick([]string{"a"})
	if !assert.NoError(t, err) {
		mu.Unlock()
	}
}

// What is deferred is executed where an assertion ends the test.
func TestFineDeferred(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	defer mu.Unlock()
	require.Equal(t, "x", os.Getenv("X"))
}

// An assertion may fail, and what follows is not executed then.
func TestEqual(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	defer mu.Lock()
	require.Equal(t, "x", os.Getenv("X"))
	mu.Unlock()
}

func TestTrue(t *testing.T) {
	var mu sync.Mutex
	require.New(t).True(len(os.Args) > 0)
	mu.Unlock()
}

// A condition is called.
func TestEventually(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	assert.Eventually(t, func() bool {
		mu.Lock()
		return true
	})
}

// The function panics, and the assertion goes on.
func TestFinePanics(t *testing.T) {
	var mu sync.Mutex
	require.Panics(t, func() {
		mu.Lock()
		defer mu.Unlock()
		panic("none")
	})
	mu.Lock()
	mu.Unlock()
}

func TestPanicsLocked(t *testing.T) {
	var mu sync.Mutex
	require.Panics(t, func() {
		mu.Lock()
		panic("none")
	})
	mu.Lock()
}

type stopped struct{ again bool }

func (stopped) Error() string { return "stopped" }

// What an assertion writes is not known.
func TestErrorAs(t *testing.T) {
	var mu sync.Mutex
	var err stopped
	assert.ErrorAs(t, os.Chdir("x"), &err)
	mu.Lock()
	if err.again {
		mu.Lock()
	}
}
