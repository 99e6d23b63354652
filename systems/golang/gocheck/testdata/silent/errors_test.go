package silent

import (
	"errors"
	"fmt"
	"io"
	"testing"
)

var errRotated = errors.New("rotated")

// hangs blocks for ever if an error is, or wraps, errRotated.
func hangs(err error) {
	if errors.Is(err, errRotated) {
		<-make(chan int)
	}
}

func read(name string, err error) error { return fmt.Errorf("read %s: %w", name, err) }

func TestWrapped(t *testing.T)      { hangs(read("log", errRotated)) }
func TestWrappedTwice(t *testing.T) { hangs(read("host", read("log", errRotated))) }
func TestOneOfTwo(t *testing.T)     { hangs(fmt.Errorf("%w, %w", io.EOF, errRotated)) }
func TestJoined(t *testing.T)       { hangs(errors.Join(io.EOF, errRotated)) }
func TestIndex(t *testing.T)        { hangs(fmt.Errorf("%[2]w, not %[1]v", io.EOF, errRotated)) }

func TestWrappedManyTimes(t *testing.T) {
	err := errRotated
	for i := range 20 {
		err = read(fmt.Sprint(i), err)
	}
	hangs(err)
}

func TestFineWrapsAnother(t *testing.T) { hangs(read("log", io.EOF)) }
func TestFineOnlySays(t *testing.T)     { hangs(fmt.Errorf("%d%%: %v", 5, errRotated)) }
func TestFineWrapsNone(t *testing.T)    { hangs(read("log", nil)) }
