// This file defines the command classify: measures of event-condition-action programs.

package command

import (
	"fmt"
	"strconv"

	"github.com/ijit/ijit/systems"
)

// classifyCommand is ijit classify.
type classifyCommand struct {
	Files []string `arg:"" name:"file" help:"Event-condition-action programs in C; - for standard input. They may be compressed by gzip."`
	JSON  bool     `name:"json" help:"Print one JSON object."`
}

// Help is the text below the flags.
func (c *classifyCommand) Help() string {
	return "The measures are those of Table 1 of Beyer and Stahlbauer (STTT 2014): operators are counted as they are written, " +
		"and the variables that are assigned by their domain types: BOOL and EQ are compared by == and != only, and BOOL have at most two values; ADD are also ordered, added and subtracted; OTHER are also multiplied or divided. " +
		"The class is ECA-EQ if all variables are of types BOOL and EQ, and ECA-MUL otherwise. See ijit help eca."
}

// classificationSchema is the version of what ijit classify --json prints.
const classificationSchema = "ijit.classification/1"

// classificationDoc is what ijit classify --json prints.
type classificationDoc struct {
	Schema   string        `json:"schema"`
	Programs []measuresDoc `json:"programs"`
}

// measuresDoc measures a program.
type measuresDoc struct {
	File      string `json:"file"`
	Class     string `json:"class"`     // ECA-EQ or ECA-MUL
	Lines     int    `json:"lines"`     // that are not blank
	Variables int    `json:"variables"` // globals that are used
	Constants int    `json:"constants"` // different numbers, without signs
	Labels    int    `json:"labels"`
	Inputs    int    `json:"inputs"` // that differ for the program, one of them for all that it does not name

	And   int `json:"and"`
	Or    int `json:"or"`
	Not   int `json:"not"`
	Equal int `json:"equal"` // == and !=
	Order int `json:"order"` // <, <=, > and >=
	Sum   int `json:"sum"`   // + and -
	Mul   int `json:"mul"`   // *, / and %

	Bool  int `json:"bool"` // variables of each domain type
	EQ    int `json:"eq"`
	Add   int `json:"add"`
	Other int `json:"other"`
}

// Run prints a row for each program.
func (c *classifyCommand) Run(sh *shell) error {
	doc := classificationDoc{Schema: classificationSchema, Programs: []measuresDoc{}}
	for _, file := range c.Files {
		model, err := sh.openModel(sh.ctx, systems.Input{Name: file, Kind: systems.ProgramC})
		if err != nil {
			return err
		}
		f := model.Form.(*systems.CProgram)
		m := f.Measures()
		doc.Programs = append(doc.Programs, measuresDoc{
			file, m.Class, m.Lines, m.State, m.Constants, len(f.Labels), len(f.Alphabet),
			m.And, m.Or, m.Not, m.Equal, m.Order, m.AddSub, m.MulDiv,
			m.Types[0], m.Types[1], m.Types[2], m.Types[3],
		})
	}
	if c.JSON {
		return sh.printJSON(doc)
	}
	titles := []string{"program", "class", "lines", "variables", "constants", "labels", "inputs", "&&", "||", "!", "== !=", "< <= > >=", "+ -", "* / %", "BOOL", "EQ", "ADD", "OTHER"}
	rows := [][]string{titles}
	for _, m := range doc.Programs {
		row := []string{m.File, m.Class}
		for _, n := range []int{m.Lines, m.Variables, m.Constants, m.Labels, m.Inputs, m.And, m.Or, m.Not, m.Equal, m.Order, m.Sum, m.Mul, m.Bool, m.EQ, m.Add, m.Other} {
			row = append(row, strconv.Itoa(n))
		}
		rows = append(rows, row)
	}
	if len(rows) == 2 {
		for i, title := range titles {
			fmt.Fprintf(sh.stdout, "%-10s %s\n", title, rows[1][i])
		}
		return nil
	}
	printColumns(sh.stdout, rows, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17)
	return nil
}
