package converter_test

import (
	"fmt"
	"log"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
)

// words is a user's own representation of configurations: the shared variables,
// then the program counters of the threads.
type words string

type byWords struct{}

func (byWords) ToProgram(w words) image.Config {
	c := image.Config{Shared: bitset.From([]uint64{uint64(w[0] - '0')})}
	for _, pc := range []byte(w[1:]) {
		c.Threads = append(c.Threads, image.State{PC: int(pc - '0'), Local: bitset.New(64)})
	}
	return c
}

func (byWords) ToSystem(c image.Config) words {
	w := []byte{byte(c.Shared.Words()[0]) + '0'}
	for _, t := range c.Threads {
		w = append(w, byte(t.PC)+'0')
	}
	return words(w)
}

// A conversion for states of one's own: f⁻¹(image(f(w))).
func ExamplePost() {
	src := "decl x := 0; void main() begin start_thread goto l; x := 1; l: assume(x); end"
	p, err := parser.Parse("spawn.bp", []byte(src), parser.Post)
	if err != nil {
		log.Fatal(err)
	}
	e := image.New(p, image.Big, nil)
	fmt.Println(slices.Collect(converter.Post(e, byWords{}, "00")))
	fmt.Println(slices.Collect(converter.Post(e, byWords{}, "012")))
	// Output:
	// [012]
	// [122]
}
