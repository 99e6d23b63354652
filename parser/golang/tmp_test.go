package golang_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/parser/golang"
)

func TestTmpNotes(t *testing.T) {
	files := strings.Fields(os.Getenv("TMPFILES"))
	for _, pat := range files {
		list, _ := filepath.Glob(pat)
		for _, f := range list {
			c, err := golang.Load(context.Background(), filepath.Dir(f), filepath.Base(f))
			if err != nil {
				fmt.Println("ERR", f, err)
				continue
			}
			entries, _ := c.Entries("")
			for _, e := range entries {
				p, err := c.Skeleton(context.Background(), e, golang.Options{})
				if err != nil {
					fmt.Println("ERR", f, err)
					continue
				}
				for _, n := range p.Notes {
					if strings.HasPrefix(n.What, os.Getenv("TMPNOTE")) {
						fmt.Println(f, e.Name, n.Site.Pos.Line, n.What)
					}
				}
			}
		}
	}
}
