// This file defines what the debug information of a built program says.

package native

import (
	"cmp"
	"debug/dwarf"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
)

// isError reports whether a function, or a label, must not be reached.
var isError = map[string]bool{"reach_error": true, "__VERIFIER_error": true, "ERROR": true}

// source writes where code comes from, and where what must not be reached is, as the runtime reads it.
func source(program string, l *places) (lines, errs []string, err error) {
	f, err := elf.Open(program)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		return nil, nil, err
	}
	for _, s := range symbols {
		if isError[s.Name] && elf.ST_TYPE(s.Info) == elf.STT_FUNC && elf.ST_BIND(s.Info) != elf.STB_WEAK {
			errs = append(errs, fmt.Sprint(s.Value, 0))
		}
	}
	d, err := f.DWARF()
	if err != nil {
		return nil, nil, err
	}
	type row struct {
		pc    uint64
		place int
	}
	var rows []row
	var files []*dwarf.LineFile
	for r := d.Reader(); ; {
		e, err := r.Next()
		if e == nil || err != nil {
			slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.pc, b.pc) })
			for _, x := range rows {
				lines = append(lines, fmt.Sprint(x.pc, x.place))
			}
			return lines, errs, err
		}
		switch e.Tag {
		case dwarf.TagCompileUnit:
			of, err := d.LineReader(e)
			if err != nil || of == nil {
				return nil, nil, cmp.Or(err, errors.New("there are no lines"))
			}
			var x dwarf.LineEntry
			for err = of.Next(&x); err == nil; err = of.Next(&x) {
				rows = append(rows, row{x.Address, l.of(place{filepath.Base(x.File.Name), x.Line})})
				if x.EndSequence { // behind it is what is not the program's
					rows[len(rows)-1].place = 0
				}
			}
			if err != io.EOF {
				return nil, nil, err
			}
			files = of.Files()
		case dwarf.TagLabel:
			name, _ := e.Val(dwarf.AttrName).(string)
			pc, reached := e.Val(dwarf.AttrLowpc).(uint64)
			file, _ := e.Val(dwarf.AttrDeclFile).(int64)
			line, _ := e.Val(dwarf.AttrDeclLine).(int64)
			if isError[name] && reached && int(file) < len(files) && files[file] != nil {
				errs = append(errs, fmt.Sprint(pc, l.of(place{filepath.Base(files[file].Name), int(line)})))
			}
		}
	}
}
