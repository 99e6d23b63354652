// This file tests the CSV file.

package bench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// anyRow draws a row.
func anyRow(t *rapid.T) Row {
	text := func(name string) string {
		return rapid.StringOf(rapid.RuneFrom([]rune("ax\"', |\t\n\r;µ"))).Draw(t, name)
	}
	span := func(name string) time.Duration {
		return time.Duration(rapid.Int64Range(0, 1e12).Draw(t, name)) * time.Microsecond
	}
	count := rapid.IntRange(0, 1<<40)
	return Row{
		Instance:  text("instance"),
		SHA256:    text("sha256"),
		Question:  Question{text("initial"), text("target"), text("label"), text("atomic")},
		Algorithm: text("algorithm"),
		Via:       text("via"),
		Threads:   count.Draw(t, "threads"),
		Timeout:   span("timeout"),
		Memory:    uint64(count.Draw(t, "memory")),
		Verdict:   text("verdict"),
		Reason:    text("reason"),
		Expected:  text("expected"),
		Cut:       rapid.Bool().Draw(t, "cut"),
		Wall:      span("wall"),
		CPU:       span("cpu"),
		Peak:      uint64(count.Draw(t, "peak")),
		States:    count.Draw(t, "states"),
		Depth:     count.Draw(t, "depth"),
		Images:    int64(count.Draw(t, "images")),
		Exit:      text("exit"),
		Detail:    text("detail"),
		Program:   text("program"),
		Machine:   text("machine"),
		Started:   time.Unix(int64(count.Draw(t, "started"))>>8, 0).UTC(),
	}
}

// oneLine is what a row says when its line breaks are blanks.
func oneLine(r Row) Row {
	for _, s := range []*string{&r.Instance, &r.SHA256, &r.Initial, &r.Target, &r.Label, &r.Atomic, &r.Algorithm, &r.Via,
		&r.Verdict, &r.Reason, &r.Expected, &r.Exit, &r.Detail, &r.Program, &r.Machine} {
		*s = strings.NewReplacer("\r", " ", "\n", " ").Replace(*s)
	}
	return r
}

// TestLog appends rows, cuts the file anywhere, and reads what is whole.
func TestLog(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		path := filepath.Join(dir, "runs.csv")
		os.Remove(path)
		l, err := OpenLog(path)
		if err != nil {
			t.Fatal(err)
		}
		var want []Row
		for range rapid.IntRange(0, 4).Draw(t, "rows") {
			r := anyRow(t)
			if err := l.Append(r); err != nil {
				t.Fatal(err)
			}
			want = append(want, oneLine(r))
		}
		l.Close()
		got, err := ReadLog(path)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Fatalf("%v\n%s", err, diff)
		}

		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		size := rapid.IntRange(0, len(content)).Draw(t, "size")
		if err := os.WriteFile(path, content[:size], 0o666); err != nil {
			t.Fatal(err)
		}
		whole := strings.Count(string(content[:size]), "\n") - 1
		l, err = OpenLog(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want[:max(0, whole)], l.Rows); len(l.Rows) != max(0, whole) || len(l.Rows) > 0 && diff != "" {
			t.Fatalf("cut at %d of %d bytes:\n%s", size, len(content), diff)
		}
		more := anyRow(t)
		if err := l.Append(more); err != nil {
			t.Fatal(err)
		}
		l.Close()
		got, err = ReadLog(path)
		if diff := cmp.Diff(append(want[:max(0, whole)], oneLine(more)), got); diff != "" || err != nil {
			t.Fatalf("%v\n%s", err, diff)
		}
	})
}

// TestLocked checks that a log has one writer at a time.
func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.csv")
	first, err := OpenLog(path)
	if err != nil {
		t.Fatal(err)
	}
	if l, err := OpenLog(path); err == nil {
		l.Close()
		t.Error("two have opened the log")
	} else if !strings.Contains(err.Error(), "another ijit bench") {
		t.Error(err)
	}
	if _, err := ReadLog(path); err != nil {
		t.Errorf("reading: %v", err)
	}
	first.Close()
	second, err := OpenLog(path)
	if err != nil {
		t.Fatalf("when the first one is closed: %v", err)
	}
	second.Close()
}

// TestForeign checks that a file that is no log is refused and left as it is.
func TestForeign(t *testing.T) {
	header := strings.Join(columnNames(), ",")
	row := Row{Instance: "x.bp"}
	good := string(line(row.record()))
	for _, test := range []struct{ name, content, message string }{
		{"other columns", "a,b,c\n1,2,3\n", "is not a log"},
		{"one column more", header + ",more\n", "is not a log"},
		{"no line", "void main() begin end", "is not a log"},
		{"short row", header + "\nx.bp,1\n" + good, ":2: 2 columns"},
		{"bad number", header + "\n" + good + strings.Replace(good, ",0,", ",many,", 1), ":3: column threads"},
		{"negative", header + "\n" + strings.Replace(good, ",0,", ",-1,", 1), ":2: column threads"},
		{"quote", header + "\n\"x\n", ":2: "},
	} {
		path := filepath.Join(t.TempDir(), "f.csv")
		if err := os.WriteFile(path, []byte(test.content), 0o666); err != nil {
			t.Fatal(err)
		}
		for name, open := range map[string]func() error{
			"open": func() error { _, err := OpenLog(path); return err },
			"read": func() error { _, err := ReadLog(path); return err },
		} {
			if err := open(); err == nil || !strings.Contains(err.Error(), test.message) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s: %s: %v", test.name, name, err)
			}
		}
		if after, _ := os.ReadFile(path); string(after) != test.content {
			t.Errorf("%s: the file was changed", test.name)
		}
	}
	path := filepath.Join(t.TempDir(), "f.csv")
	if err := os.WriteFile(path, []byte(header[:10]), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadLog(path); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("a log without rows: %v", err)
	}
	// Line breaks of another system are no reason to refuse.
	if err := os.WriteFile(path, []byte(header+"\r\n"+strings.ReplaceAll(good, "\n", "\r\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	if rows, err := ReadLog(path); err != nil || len(rows) != 1 || rows[0].Instance != "x.bp" {
		t.Errorf("CRLF: %v, %v", rows, err)
	}
}
