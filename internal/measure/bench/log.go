// This file defines the log: the CSV file of an experiment.

package bench

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/ijit/ijit/internal/source"
)

// A Log is a CSV file that rows are appended to.
type Log struct {
	Rows []Row // all of the file, in order
	// Cut says that the file ended in the middle of a line, which was removed.
	Cut bool

	f    *os.File
	size int64
}

// OpenLog opens the log at path, and begins one if there is none. A file that is no
// log is left as it is. No other process can open the log until this one closes it or
// ends.
func OpenLog(path string) (*Log, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	l := &Log{f: f}
	if err := l.open(path); err != nil {
		f.Close()
		return nil, err
	}
	return l, nil
}

func (l *Log) open(path string) error {
	if info, err := l.f.Stat(); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file, which a log must be", path)
	}
	if !lock(l.f) {
		return fmt.Errorf("%s: another ijit bench is writing to it; wait for its end, or name another file", path)
	}
	content, err := io.ReadAll(l.f)
	if err != nil {
		return err
	}
	var whole []byte
	if l.Rows, whole, err = parseLog(path, content); err != nil {
		return err
	}
	l.size = int64(len(whole))
	if l.Cut = len(whole) < len(content); l.Cut {
		if err := l.f.Truncate(l.size); err != nil {
			return err
		}
	}
	if l.size == 0 {
		return l.write(columnNames())
	}
	return nil
}

// ReadLog returns the rows of the log at path, which may still be growing.
func ReadLog(path string) ([]Row, error) {
	content, err := source.ReadFile(path)
	if err != nil {
		return nil, err
	}
	rows, whole, err := parseLog(path, content)
	if err == nil && len(whole) == 0 {
		err = fmt.Errorf("%s is empty; ijit bench -o %s fills it", path, path)
	}
	return rows, err
}

// parseLog reads the whole lines of a log, and returns them beside the rows.
func parseLog(path string, content []byte) (rows []Row, whole []byte, err error) {
	header := line(columnNames())
	whole = content[:bytes.LastIndexByte(content, '\n')+1]
	if len(whole) == 0 && bytes.HasPrefix(header, content) {
		return nil, nil, nil
	}
	first, rest, _ := bytes.Cut(bytes.ReplaceAll(whole, []byte("\r\n"), []byte("\n")), []byte("\n"))
	if !bytes.Equal(append(slices.Clone(first), '\n'), header) {
		return nil, nil, fmt.Errorf("%s is not a log of this version of ijit bench: its first line must be\n%s"+
			"name another file, or move this one away", path, header)
	}
	at := 1
	for text := range bytes.Lines(rest) {
		at++
		cells, err := csv.NewReader(bytes.NewReader(text)).Read()
		if err == nil && len(cells) != len(columns()) {
			err = fmt.Errorf("%d columns, want %d", len(cells), len(columns()))
		}
		var r Row
		if err == nil {
			r, err = parseRow(cells)
		}
		if err != nil {
			var inLine *csv.ParseError
			if errors.As(err, &inLine) {
				err = inLine.Err
			}
			return nil, nil, fmt.Errorf("%s:%d: %w", path, at, err)
		}
		rows = append(rows, r)
	}
	return rows, whole, nil
}

// line writes one line of CSV.
func line(cells []string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(cells)
	w.Flush() // a buffer takes everything
	return b.Bytes()
}

// Append writes a row.
func (l *Log) Append(r Row) error {
	if err := l.write(r.record()); err != nil {
		return err
	}
	l.Rows = append(l.Rows, r)
	return nil
}

// write writes a line by one call, so that it is there as a whole whatever happens
// to this process. What a full disk leaves of it is taken back.
func (l *Log) write(cells []string) error {
	text := line(cells)
	if _, err := l.f.Write(text); err != nil {
		return errors.Join(err, l.f.Truncate(l.size))
	}
	l.size += int64(len(text))
	return nil
}

// Close closes the file.
func (l *Log) Close() error { return l.f.Close() }

// LogHelp describes the columns.
func LogHelp() string {
	return "Columns of a log: " + strings.Join(columnNames(), ", ") + `.

threads is 0 where there is no bound. The times are those of the whole process,
its start included; cpu_s adds up all its threads. peak_bytes is the most memory
that it, or a child of it, had resident. images counts the successors or predecessors that the
algorithm was given. exit is the exit code, or the signal that ended the process.
A verdict ERROR is a run without an answer, for the reason in detail.
`
}
