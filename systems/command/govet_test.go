// This file tests the command as a tool of go vet.

package command

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// TestVet plays the part of the go command.
func TestVet(t *testing.T) {
	campaign.Turn(t, 1, 3)
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("go.mod", "module example.com/pool\n\ngo 1.24\n")
	test := write("pool_test.go", "package pool\n\nimport \"testing\"\n\nfunc TestPool(t *testing.T) {\n\tc := make(chan int)\n\tc <- 1\n}\n")
	code := write("pool.go", "package pool\n\nfunc F() {}\n")
	vet := func(args ...string) (exit int, stdout, stderr string) {
		t.Helper()
		if !isVet(args) {
			t.Fatalf("%v is not taken for a call of go vet", args)
		}
		var out, errs strings.Builder
		sh := &shell{ctx: context.Background(), stdout: &out, stderr: &errs}
		exit = sh.vet(args)
		return exit, out.String(), errs.String()
	}
	if exit, out, _ := vet("-V=full"); exit != 0 || !regexp.MustCompile(`^\S+ version devel buildID=[0-9a-f]{64}\n$`).MatchString(out) {
		t.Errorf("-V=full: exit code %d, %q", exit, out)
	}
	exit, out, _ := vet("-flags")
	var flags []struct {
		Name, Usage string
		Bool        bool
	}
	if err := json.Unmarshal([]byte(out), &flags); err != nil || exit != 0 || len(flags) != 4 {
		t.Errorf("-flags: %v, exit code %d, %q", err, exit, out)
	}
	config := func(c vetConfig) string {
		c.ID, c.Dir, c.ImportPath, c.VetxOutput = "example.com/pool", dir, "example.com/pool", filepath.Join(dir, "vet.out")
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		return write("vet.cfg", string(text))
	}
	race := write("race_test.go", "package pool\n\nimport \"testing\"\n\nvar x int\n\nfunc TestRace(t *testing.T) {\n\tgo func() { x = 1 }()\n\tif x > 1 {\n\t}\n}\n")
	found := regexp.MustCompile(`^` + regexp.QuoteMeta(test) + `:7:2: deadlock: .*\n` +
		regexp.QuoteMeta(race) + `:8:14: race: .* \(with ` + regexp.QuoteMeta(race) + `:9\)\n$`)
	if exit, _, errs := vet("-check=deadlock,race", config(vetConfig{GoFiles: []string{code, test, race}})); exit != 1 || !found.MatchString(errs) {
		t.Errorf("exit code %d, %q", exit, errs)
	}
	if _, err := os.Stat(filepath.Join(dir, "vet.out")); err != nil {
		t.Error(err)
	}
	for _, c := range []vetConfig{{GoFiles: []string{code}}, {GoFiles: []string{code, test}, VetxOnly: true}} {
		if exit, out, errs := vet(config(c)); exit != 0 || out+errs != "" {
			t.Errorf("%v: exit code %d, %q", c, exit, out+errs)
		}
	}
	if _, out, _ := vet("-json", config(vetConfig{GoFiles: []string{code, test}, VetxOnly: true})); out != "" {
		t.Errorf("of a package that is only imported it prints %q", out)
	}
	stdout := filepath.Join(dir, "stdout")
	if exit, _, errs := vet("-json", config(vetConfig{GoFiles: []string{code, test}, Stdout: stdout})); exit != 0 || errs != "" {
		t.Errorf("-json: exit code %d, %q", exit, errs)
	}
	var doc map[string]map[string][]struct{ Posn, Message, Category string }
	text, err := os.ReadFile(stdout)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &doc); err != nil || len(doc["example.com/pool"]["ijit"]) != 1 {
		t.Errorf("-json: %v, %q", err, text)
	}
	for _, args := range [][]string{nil, {"check", "x.cfg"}, {"-json"}} {
		if isVet(args) {
			t.Errorf("%v is taken for a call of go vet", args)
		}
	}
}
