// This file defines programs for algorithms that convert states themselves.

package ijit

import (
	"fmt"
	"iter"

	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
)

// A Program gives the images of a Boolean program in its own states, for use with
// a [converter.Conversion]: f⁻¹(image(f(w))).
type Program struct{ *image.Engine }

// OpenProgram opens the Boolean program in a file.
func OpenProgram(path string) (*Program, error) {
	m, err := Open(path)
	if err != nil {
		return nil, err
	}
	if m.Program == nil {
		return nil, fmt.Errorf("%s: not a Boolean program", path)
	}
	p, err := m.Program.WithoutCalls()
	if err != nil {
		return nil, err
	}
	return &Program{image.New(p, Big, nil)}, nil
}

// Converter returns the default conversion of configurations.
func (p *Program) Converter() converter.Configs { return converter.NewConfigs(p.Engine.Program) }

// Init yields the initial configurations, with one thread in main.
func (p *Program) Init() iter.Seq[image.Config] { return p.Initial(1) }

// Post yields the successors of c.
func (p *Program) Post(c image.Config) iter.Seq[image.Config] { return p.PostConfig(c) }

// Final reports whether an assertion can fail in c.
func (p *Program) Final(c image.Config) bool { return p.Fails(c) }
