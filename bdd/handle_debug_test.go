// This file defines tests of the checks that the build tag bdddebug makes.

//go:build bdddebug

package bdd

import (
	"strings"
	"testing"
)

// panics returns what a call panics with.
func panics(call func()) (text string) {
	defer func() { text, _ = recover().(string) }()
	call()
	return ""
}

func TestStaleAndForeignHandles(t *testing.T) {
	m, other := New(Options{}), New(Options{})
	m.NewVars(4)
	other.NewVars(4)
	f := m.And(m.Var(0), m.Var(1))
	kept := m.Or(m.Var(0), m.Var(2))
	for name, call := range map[string]func(){
		"operation":  func() { other.And(other.Var(0), f) },
		"complement": func() { other.Or(m.Not(f), other.Var(0)) },
		"size":       func() { other.Size(f) },
		"root":       func() { other.Collect(f) },
		"transfer":   func() { m.Transfer(other, f, nil) },
	} {
		if text := panics(call); !strings.Contains(text, "another manager") {
			t.Errorf("%s: foreign handle: %q", name, text)
		}
	}
	m.Collect(kept)
	if text := panics(func() { m.And(m.Var(0), f) }); !strings.Contains(text, "collected") {
		t.Errorf("stale handle: %q", text)
	}
	again := m.And(m.Var(0), m.Var(1))
	if text := panics(func() { m.Not(m.Or(f, f)) }); !strings.Contains(text, "collected") || again == f {
		t.Errorf("stale handle of a place in use: %q", text)
	}
	if text := panics(func() { m.And(kept, again) }); text != "" {
		t.Errorf("good handles: %q", text)
	}
	if m.And(True, kept) != kept || other.Or(False, True) != True {
		t.Error("constants belong to all managers")
	}
}

// Sifting frees what diagrams are no longer made of.
func TestReorderingFindsStaleHandles(t *testing.T) {
	m := New(Options{})
	m.NewVars(20)
	f := hard(m, 10)
	inner := m.Cofactor(m.Cofactor(f, 0, true), 1, true)
	m.Reorder(f)
	if text := panics(func() { m.And(inner, f) }); !strings.Contains(text, "collected") {
		t.Errorf("a node that is no more: %q", text)
	}
}
