// This file defines the message about a file in another language.

package parser

import (
	"path"
	"strings"
)

// maxForeign is how much of a source is looked at to tell its language.
const maxForeign = 1 << 16

// foreign returns the language that a source seems to be written in, by the name of the
// file or by the words at the beginning of lines; "" if that does not tell. Only a source
// that is no Boolean program is asked about.
func foreign(name, src string) string {
	switch strings.ToLower(path.Ext(strings.TrimSuffix(name, ".gz"))) {
	case ".c", ".h", ".i", ".cc", ".cpp":
		return "C"
	case ".go":
		return "Go"
	case ".smv":
		return "SMV"
	case ".pml", ".prom", ".promela":
		return "Promela"
	}
	language := ""
	for line := range strings.Lines(src[:min(len(src), maxForeign)]) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		switch first := words[0]; first {
		case "MODULE", "VAR", "ASSIGN":
			return "SMV"
		case "package", "func", "import":
			return "Go"
		case "proctype", "active", "mtype", "init", "byte":
			return "Promela"
		case "#include", "#pragma", "typedef", "struct", "static", "extern", "unsigned", "int", "char", "long":
			language = "C" // some of Promela looks like that
		default:
			if strings.HasPrefix(first, "#") || first == "void" && len(words) > 1 && strings.HasPrefix(words[1], "*") {
				language = "C"
			}
		}
	}
	return language
}

// checkLanguage replaces all errors by one if the source is in another language: then there
// is no procedure in it.
func (p *fileParser) checkLanguage() {
	if len(p.Errors) == 0 || len(p.file.Procs) > 0 {
		return
	}
	language := foreign(p.Name, p.Src)
	if language == "" {
		return
	}
	first := p.Errors[0].Pos
	for _, d := range p.Errors {
		if d.Pos.Before(first) {
			first = d.Pos
		}
	}
	p.Reset()
	p.Errorf(first, foreignHint(language, p.Name), "this looks like %s, not like a Boolean program", language)
}

// foreignHint says what reads a file in another language.
func foreignHint(language, name string) string {
	switch language {
	case "Go":
		return "ijit go " + name + " checks Go code"
	case "SMV":
		return "--as smv reads it as a model in the language of NuSMV, and so does a name that ends in .smv"
	case "C":
		return "--as c reads C: event-condition-action programs, and programs with threads; so does a name that ends in .c"
	}
	return "ijit reads Boolean programs (.bp), as SATABS writes them of C programs"
}
