// This file defines how tests read programs that they write.

package golang_test

import (
	"context"
	"sync"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang"
)

// texts returns the programs that tests write, by name.
func texts() map[string]string {
	return map[string]string{
		"hidden":   hiddenText(),
		"ledgers":  ledgers,
		"unwanted": unwanted,
		"leases":   leases,
		"large":    nested(4, 800),
		"some":     nested(2, 160),
		"related":  relatedText(),
		"ports":    ports,
		"words":    words,
		"deep":     deep,
		"unknown":  unknown,
	}
}

// loaded has the programs, each a package of one module: most of the time of loading goes into what they import.
var loaded = sync.OnceValues(func() (*golang.Code, error) {
	files := map[string]string{"go.mod": "module example.com/texts\n\ngo 1.26\n"}
	for name, text := range texts() {
		files[name+"/a.go"] = text
	}
	dir, err := campaign.Folder(files)
	if err != nil {
		return nil, err
	}
	return golang.Load(context.Background(), dir, "./...")
})

// A text is one of the programs.
type text struct {
	*golang.Code
	name string
}

// load reads a program.
func load(t *testing.T, name string) text {
	t.Helper()
	c, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	return text{c, name}
}

// only returns the only entry of a name.
func only(t *testing.T, c text, name string) *golang.Entry {
	t.Helper()
	entries, err := c.Entries(c.name + "." + name)
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	return entries[0]
}
