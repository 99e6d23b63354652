//go:build ignore

// A monitor: the constructor starts the goroutine before it sets the name.
package goroutines

import "testing"

type sample struct {
	source string
	value  float64
}

type monitor struct {
	name    string
	in      chan float64
	samples chan sample
}

func (m *monitor) loop() {
	defer close(m.samples)
	name := m.name
	for v := range m.in {
		m.samples <- sample{name, v}
	}
}

func newMonitor(name string, size int) *monitor {
	m := &monitor{in: make(chan float64), samples: make(chan sample, size)}
	go m.loop()
	m.name = name // want: race
	return m
}

func TestMonitor(t *testing.T) {
	m := newMonitor("cpu", 2)
	m.in <- 0.5
	m.in <- 0.7
	close(m.in)
	n := 0
	for s := range m.samples {
		if s.value > 0 {
			n++
		}
	}
	if n != 2 {
		t.Errorf("%d samples", n)
	}
}
