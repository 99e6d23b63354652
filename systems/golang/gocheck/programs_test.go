// This file defines how tests read programs that they write.

package gocheck

import (
	"context"
	"sync"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang"
)

// loaded has programs of tests, each a package of one module: most of the time of loading goes into what they import.
var loaded = sync.OnceValues(func() (*golang.Code, error) {
	dir, err := campaign.Folder(map[string]string{
		"go.mod":                "module example.com/programs\n\ngo 1.26\n",
		"fails/a_test.go":       failing,
		"behind/a_test.go":      behind,
		"equal/a_test.go":       equal,
		"stray/a_test.go":       stray,
		"written/a_test.go":     written,
		"written/a.txt":         "hello",
		"methods/a_test.go":     methods,
		"unseen/a_test.go":      unseen,
		"matter/a_test.go":      mattering,
		"initialised/a_test.go": initialised,
		"given/a.go":            given,
		"bounds/a_test.go":      bounded,
		"faulty/a_test.go":      faulty,
		"gathering/a.go":        gathering,
		"groups/a_test.go":      copiedGroups,
		"late/a_test.go":        longLoops,
		"locks/a_test.go":       copiedLocks,
		"made/a.go":             madeByMany,
		"nils/a_test.go":        nils,
		"library/a_test.go":     library,
		"callbacks/a_test.go":   callbacks,
		"libpanics/a_test.go":   libraryPanics,
		"many/a_test.go":        ofMany,
		"readers/a_test.go":     readers,
		"spinning/a_test.go":    spinning,
		"vain/a_test.go":        vain,
		"workers/a.go":          workerProgram(),
		"asking/a_test.go":      asking,
		"started/a_test.go":     started,
		"stopped/a_test.go":     stopped,
		"values/a_test.go":      values,
	})
	if err != nil {
		return nil, err
	}
	return golang.Load(context.Background(), dir, "./...")
})

func programs(t *testing.T) *golang.Code {
	t.Helper()
	code, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// entries returns functions of a program.
func entries(t *testing.T, code *golang.Code, program string, names ...string) (list []*golang.Entry) {
	t.Helper()
	for _, name := range names {
		found, err := code.Entries(program + "." + name)
		if err != nil || len(found) != 1 {
			t.Fatal(name, len(found), err)
		}
		list = append(list, found[0])
	}
	return list
}
