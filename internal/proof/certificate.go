// This file defines certificates: documents for those who ask for one.

package proof

import (
	"errors"
	"io"
	"runtime/debug"
)

// A Certificate says why an answer is right: for UNSAFE an execution, for SAFE a set
// of configurations that has the initial ones, no error, and whatever a step leads to. A checker
// that shares no code with what found the answer checks it.
type Certificate struct {
	Document *Document
	// Witness writes a witness circuit, of a circuit: what the certificate says, as others check it. It is nil if there is none.
	Witness func(w io.Writer, binary bool) error
	none    error // why there is no certificate
}

// None returns what stands for a certificate that there is not.
func None(why string) *Certificate {
	return &Certificate{none: errors.New("there is no certificate: " + why)}
}

// Err returns why no certificate could be made, nil if there is one.
func (c *Certificate) Err() error { return c.none }

// Write writes the certificate as JSON, in the schema that docs/certificates.md
// describes. It fails if none could be made.
func (c *Certificate) Write(w io.Writer) error {
	if c.none != nil {
		return c.none
	}
	return c.Document.Write(w)
}

// Tool names this module and its version.
func Tool() string {
	const path = "github.com/ijit/ijit"
	version := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
			if m.Path == path {
				version = m.Version
			}
		}
	}
	return "ijit " + version
}
