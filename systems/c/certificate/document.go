// This file defines certificates as data.

package certificate

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/source"
)

// Schema names the version of the document. A version never changes: whatever is added makes a new one.
const Schema = "ijit.c-certificate/1"

// A Document is a certificate: the answer about a C program, and why.
type Document struct {
	Schema string `json:"schema"`
	File   string `json:"file"`   // for people: the text is known by its sum
	SHA256 string `json:"sha256"` // of the text, in hexadecimal
	// Wrap and ILP32 say how it is read.
	Wrap    bool   `json:"wrap"`
	ILP32   bool   `json:"ilp32"`
	Races   bool   `json:"races"`   // it is about data races, not about assertions
	Threads int    `json:"threads"` // bound on live threads; 0 for none
	Verdict string `json:"verdict"` // SAFE or UNSAFE
	Tool    string `json:"tool"`    // that found it; nothing depends on it
	// Parts are for SAFE: one, or none if nothing can fail in any step of the C program; or one for each assertion; of data
	// races, so for each object that locks do not protect.
	Parts []Part `json:"parts,omitempty"`
	// Execution is for UNSAFE.
	Execution *Execution `json:"execution,omitempty"`
}

// A Part is why assertions, or accesses to an object, do not fail.
type Part struct {
	Race string `json:"race,omitempty"` // the object, if it is about data races
	// Assertion is the only one that it is about, if it is one; it then is about a slice of the program, with Variables and
	// those that their values depend on. If there is no Proof, no step of the slice fails.
	Assertion  *Place          `json:"assertion,omitempty"`
	Variables  []string        `json:"variables,omitempty"`
	Predicates []Predicate     `json:"predicates,omitempty"` // the meaning of bits
	Program    []string        `json:"program,omitempty"`    // the lines of the Boolean program
	Proof      *proof.Document `json:"proof,omitempty"`      // why no assertion of it fails
}

// A Place is one of the C program.
type Place struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
}

// A Predicate is the meaning of a bit.
type Predicate struct {
	Bit        string `json:"bit"`
	Expression string `json:"expression"` // in C, with names of the form
}

// An Execution leads to a check that fails. Values are those of variables by name; what is not there is 0.
type Execution struct {
	Race    string            `json:"race,omitempty"`    // the object on which there is a data race
	Globals map[string]uint64 `json:"globals,omitempty"` // at first, of those that may have any value
	Locals  map[string]uint64 `json:"locals,omitempty"`  // of main, at first
	Moves   []Move            `json:"moves"`
}

// A Move is an edge that a thread takes.
type Move struct {
	Thread    int               `json:"thread"`            // in order of creation, from 1 on
	Line      int               `json:"line"`              // for people
	Automaton int               `json:"automaton"`         // of the form, from 0 on
	Edge      int               `json:"edge"`              // of the automaton, from 0 on
	Inputs    map[string]uint64 `json:"inputs,omitempty"`  // what the environment chooses
	Created   map[string]uint64 `json:"created,omitempty"` // locals of the thread that is started
}

// Sum returns the sum by which a text is known.
func Sum(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Write writes the document.
func (d *Document) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(d)
}

// Is reports whether a text that begins so is a certificate of this kind, of any version.
func Is(head []byte) bool { return bytes.Contains(head, []byte(`"ijit.c-certificate/`)) }

// Read reads a document. What is no certificate of this version is a [proof.Rejected].
func Read(r io.Reader) (*Document, error) {
	in, _, err := source.Reader("the certificate", r, source.MaxText)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	var head struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, proof.Reject("the file is not a certificate: %v", err)
	}
	if head.Schema != Schema {
		return nil, proof.Reject("the schema is %q, this checker knows %s", head.Schema, Schema)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	doc := &Document{}
	if err := d.Decode(doc); err != nil {
		return nil, proof.Reject("the file is not a certificate: %v", err)
	}
	return doc, nil
}
