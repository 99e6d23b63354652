// This file defines the translation of one entry to a Boolean program.

package gocheck

import (
	"context"
	"fmt"
	"strings"

	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/lower"
)

// Translate returns the Boolean program that the bounded question is asked of, or the one about any number of
// goroutines.
func Translate(ctx context.Context, o Options, anyNumber bool) ([]byte, error) {
	code, entries, err := Load(ctx, o)
	if err != nil {
		return nil, err
	}
	if len(entries) > 1 {
		return nil, &EntriesError{entries}
	}
	p, err := code.Skeleton(ctx, entries[0], golang.Options{Size: size, AnyNumber: anyNumber})
	if err != nil {
		return nil, err
	}
	l, err := lower.Lower(p, lower.Options{Leaks: true, AnyNumber: anyNumber})
	if err != nil {
		return nil, err
	}
	return l.Text, nil
}

// An EntriesError says that there are several entries where one is needed.
type EntriesError struct{ Entries []*golang.Entry }

func (e *EntriesError) Error() string {
	var names []string
	for _, x := range e.Entries {
		names = append(names, x.Name)
	}
	const most = 20
	if len(names) > most {
		names = append(names[:most], "...")
	}
	return fmt.Sprintf("there are %d entries; choose one with --entry: %s", len(e.Entries), strings.Join(names, ", "))
}
