// This file defines the JSON Schema of what the command prints as JSON, made from the types
// that it prints, and tests that docs/schema.json is it.

package command

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/systems/c/certificate"
)

// A document is a kind of JSON output: its name, its version where it has one, and its type.
type document struct {
	name, version string
	of            reflect.Type
}

// documents lists the kinds of JSON outputs. Traces and waves have no version, and come last.
func documents() []document {
	return []document{
		{"result", schema, reflect.TypeFor[resultDoc]()},
		{"error", schema, reflect.TypeFor[errorDoc]()},
		{"validation", validationSchema, reflect.TypeFor[validationDoc]()},
		{"explanation", explanationSchema, reflect.TypeFor[explanationDoc]()},
		{"sat", satSchema, reflect.TypeFor[satDoc]()},
		{"algorithms", algorithmsSchema, reflect.TypeFor[algorithmsDoc]()},
		{"threads", threadsSchema, reflect.TypeFor[threadsDoc]()},
		{"go", goSchema, reflect.TypeFor[goDoc]()},
		{"classification", classificationSchema, reflect.TypeFor[classificationDoc]()},
		{"certificate", proof.Schema, reflect.TypeFor[proof.Document]()},
		{"c-certificate", certificate.Schema, reflect.TypeFor[certificate.Document]()},
		{"turns", "", reflect.TypeFor[render.TurnsDoc]()},
		{"waves", "", reflect.TypeFor[render.WavesDoc]()},
		{"trace", "", reflect.TypeFor[render.TraceDoc]()},
	}
}

var update = flag.Bool("update", false, "write docs/schema.json")

// TestSchema compares docs/schema.json with what the types say.
func TestSchema(t *testing.T) {
	const file = "../../docs/schema.json"
	root := &jsonschema.Schema{
		Schema: "https://json-schema.org/draft/2020-12/schema",
		Title:  "What ijit prints as JSON",
		Defs:   map[string]*jsonschema.Schema{},
	}
	comments := fieldComments(t)
	for _, d := range documents() {
		s, err := d.schema()
		if err != nil {
			t.Fatal(err)
		}
		describe(s, d.of, comments, true)
		root.Defs[d.name] = s
		root.AnyOf = append(root.AnyOf, &jsonschema.Schema{Ref: "#/$defs/" + d.name})
	}
	var got bytes.Buffer
	e := json.NewEncoder(&got)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(root); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("%s (-) is not what the types say (+); go test ./systems/command -run TestSchema -update writes it:\n%s", file, diff)
	}
}

// schema returns the schema of a document, which no other fields may be added to.
func (d document) schema() (*jsonschema.Schema, error) {
	s, err := jsonschema.ForType(d.of, &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[statistics](): {Type: "object", Description: "measured values by name; which ones depends on the algorithm"},
	}})
	if err != nil {
		return nil, err
	}
	if d.version != "" {
		s.Properties["schema"].Const = jsonschema.Ptr[any](d.version)
	}
	describe(s, d.of, nil, false)
	return s, nil
}

// describe adds the comments of fields, and says that lists are never null. If open, an object
// may have more fields: later versions of the command may add some.
func describe(s *jsonschema.Schema, of reflect.Type, comments map[string]string, open bool) {
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	switch of.Kind() {
	case reflect.Struct:
		if open {
			s.AdditionalProperties = nil
		}
		for _, f := range reflect.VisibleFields(of) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			p := s.Properties[name]
			if p == nil {
				continue
			}
			describe(p, f.Type, comments, open)
			owner := of
			for _, i := range f.Index[:len(f.Index)-1] {
				owner = owner.Field(i).Type
			}
			if c := comments[path.Base(owner.PkgPath())+"."+owner.Name()+"."+f.Name]; c != "" {
				p.Description = c
			}
		}
	case reflect.Slice:
		if s.Items != nil {
			s.Type, s.Types = "array", nil
			describe(s.Items, of.Elem(), comments, open)
		}
	case reflect.Map:
		describe(s.AdditionalProperties, of.Elem(), comments, open)
	}
}

// fieldComments returns the comments of fields by package.Type.Field.
func fieldComments(t *testing.T) map[string]string {
	comments := map[string]string{}
	for _, file := range []string{"algorithms.go", "classify.go", "cthreads.go", "explain.go", "fail.go", "go.go", "result.go", "sat.go", "validate.go", "../../systems/golang/gocheck/report.go", "../../internal/show/render/finding.go", "../../internal/show/render/json.go", "../../internal/show/render/turns.go", "../../internal/show/render/waves.go", "../../internal/proof/document.go", "../../internal/show/explain/explain.go", "../../systems/c/certificate/document.go"} {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		pkg := f.Name.Name
		if pkg == "main" {
			pkg = "ijit"
		}
		for _, decl := range f.Decls {
			decl, ok := decl.(*ast.GenDecl)
			if !ok || decl.Tok != token.TYPE {
				continue
			}
			for _, spec := range decl.Specs {
				structure, ok := spec.(*ast.TypeSpec).Type.(*ast.StructType)
				if !ok {
					continue
				}
				for _, field := range structure.Fields.List {
					text := strings.Join(strings.Fields(field.Doc.Text()+" "+field.Comment.Text()), " ")
					for _, name := range field.Names {
						comments[fmt.Sprintf("%s.%s.%s", pkg, spec.(*ast.TypeSpec).Name, name)] = text
					}
				}
			}
		}
	}
	return comments
}

// schemas returns the schemas of all documents by their names, ready for use.
var schemas = sync.OnceValues(func() (map[string]*jsonschema.Resolved, error) {
	all := map[string]*jsonschema.Resolved{}
	for _, d := range documents() {
		s, err := d.schema()
		if err != nil {
			return nil, err
		}
		if all[d.name], err = s.Resolve(nil); err != nil {
			return nil, err
		}
	}
	return all, nil
})

// TestMatchesSchema checks that an output is refused that lacks a field, or has one more.
func TestMatchesSchema(t *testing.T) {
	for text, want := range map[string]bool{
		`{"schema": "ijit.algorithms/1", "algorithms": []}`:               true,
		`{"schema": "ijit.algorithms/1"}`:                                 false,
		`{"schema": "ijit.algorithms/1", "algorithms": null}`:             false,
		`{"schema": "ijit.algorithms/1", "algorithms": [], "more": 1}`:    false,
		`{"schema": "ijit.algorithms/1", "algorithms": []} 1`:             false,
		`{"schema": "ijit.algorithms/0", "algorithms": []}`:               false,
		`{"initial": {"shared": {"x": 1}, "threads": []}, "steps": []}`:   true,
		`{"loop": null, "positions": [{"state": {"x": "1"}}]}`:            true,
		`{"initial": {"x": 1}, "turns": []}`:                              true,
		`{"initial": {"x": "1"}, "turns": []}`:                            false,
		`{"loop": null, "positions": [{"states": {}}]}`:                   false,
		`{"initial": {"shared": {"x": "1"}, "threads": []}, "steps": []}`: false,
	} {
		if err := matchesSchema([]byte(text)); (err == nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// matchesSchema checks one JSON output: it is a document, and has all of its fields and no
// others.
func matchesSchema(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	var doc map[string]any
	if err := d.Decode(&doc); err != nil {
		return err
	}
	if d.More() {
		return fmt.Errorf("there is more than one value")
	}
	all, err := schemas()
	if err != nil {
		return err
	}
	for _, kind := range documents() {
		_, isError := doc["error"]
		_, isWaves := doc["positions"]
		_, isTurns := doc["turns"]
		if version, _ := doc["schema"].(string); version == kind.version && isError == (kind.name == "error") && isWaves == (kind.name == "waves") && isTurns == (kind.name == "turns") {
			return all[kind.name].Validate(doc)
		}
	}
	return fmt.Errorf("no document has the schema %v", doc["schema"])
}
