// This file defines where programs have their objects, and how they write numbers.

package rungo

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var (
	objectLine = regexp.MustCompile(`(?m)^\s*@(\w+) (.+)$`)
	numberText = regexp.MustCompile(`#(\d+)#`)
)

// place replaces the objects of an idiom, which are lines "@name type" or "@name chan type capacity" and then $name, by
// declarations and what stands for them, and its numbers, which are #12#.
func (g *generator) place(text string) string {
	shared := g.one("", "", "", "map", "array", "struct") // where all objects of a type are in one
	text = g.together(text, shared)
	for {
		m := objectLine.FindStringSubmatchIndex(text)
		if m == nil {
			break
		}
		name, typ := text[m[2]:m[3]], text[m[4]:m[5]]
		decl, use, value := g.object(name, typ)
		text = text[:m[0]] + decl + text[m[1]:]
		text = uses(text, name, use, value)
	}
	return numberText.ReplaceAllStringFunc(text, func(s string) string {
		n, _ := strconv.Atoi(strings.Trim(s, "#"))
		return g.number(n)
	})
}

// uses replaces an object by what stands for it, which is a pointer, or else its value.
func uses(text, name, use string, value bool) string {
	address := use
	if value {
		address = "&" + use
	}
	text = regexp.MustCompile(`&\$`+name+`\b`).ReplaceAllLiteralString(text, address)
	return regexp.MustCompile(`\$`+name+`\b`).ReplaceAllLiteralString(text, use)
}

// together puts all objects of each type that has several into one container.
func (g *generator) together(text, how string) string {
	if how == "" {
		return text
	}
	byType := map[string][]string{}
	for _, m := range objectLine.FindAllStringSubmatch(text, -1) {
		byType[m[2]] = append(byType[m[2]], m[1])
	}
	for typ, names := range byType {
		if len(names) < 2 {
			continue
		}
		elem, value := typ, ""
		if chanType, capacity, ok := channel(typ); ok {
			elem, value = chanType, fmt.Sprintf("make(%s, %s)", chanType, capacity)
		}
		all := g.fresh("all")
		first := true
		for k, name := range names {
			decl := ""
			if first {
				decl, first = g.container(all, how, elem, value, names), false
			}
			use := map[string]string{"map": fmt.Sprintf("%s[%q]", all, name), "array": fmt.Sprintf("%s[%d]", all, k), "struct": all + "." + name}[how]
			line := regexp.MustCompile(`(?m)^\s*@` + name + ` .*$`)
			text = line.ReplaceAllLiteralString(text, decl)
			text = uses(text, name, use, value == "" && how != "map")
		}
	}
	return text
}

func (g *generator) container(all, how, elem, value string, names []string) string {
	var b strings.Builder
	switch how {
	case "map":
		typ, v := "*"+elem, "{}"
		if value != "" {
			typ, v = elem, value
		}
		fmt.Fprintf(&b, "%s := map[string]%s{", all, typ)
		for _, name := range names {
			fmt.Fprintf(&b, "%q: %s, ", name, v)
		}
		b.WriteString("}")
	case "array":
		fmt.Fprintf(&b, "var %s [%d]%s\n", all, len(names), elem)
		if value != "" {
			fmt.Fprintf(&b, "for i := range %s {\n%[1]s[i] = %s\n}\n", all, value)
		}
	case "struct":
		fmt.Fprintf(&b, "var %s struct {\n", all)
		for _, name := range names {
			fmt.Fprintf(&b, "%s %s\n", name, elem)
		}
		b.WriteString("}\n")
		if value != "" {
			for _, name := range names {
				fmt.Fprintf(&b, "%s.%s = %s\n", all, name, value)
			}
		}
	}
	return b.String()
}

// channel splits the type of a channel that an idiom declares.
func channel(typ string) (elem, capacity string, ok bool) {
	if !strings.HasPrefix(typ, "chan ") {
		return "", "", false
	}
	k := strings.LastIndex(typ, " ")
	return typ[:k], typ[k+1:], true
}

// object returns a declaration, and what stands for the object: a pointer, or its value.
func (g *generator) object(name, typ string) (decl, use string, isValue bool) {
	f := func(format string) string {
		return strings.NewReplacer("NAME", name, "TYPE", typ).Replace(format)
	}
	elem, capacity, isChan := channel(typ)
	pointer, value := "*"+typ, "new("+typ+")"
	if isChan {
		pointer, value = elem, fmt.Sprintf("make(%s, %s)", elem, capacity)
	}
	if strings.HasPrefix(typ, "*") || typ == "context.Context" {
		panic("an object of type " + typ)
	}
	if g.chance(2) {
		return fmt.Sprintf("%s := %s", name, value), name, false
	}
	h := strings.NewReplacer("NAME", name, "ELEM", pointer, "VALUE", value)
	k := g.IntN(24)
	switch k {
	case 0:
		return h.Replace("var NAME ELEM\nNAME = VALUE"), name, false
	case 1:
		return h.Replace("NAME := struct { n int; v ELEM }{1, VALUE}"), name + ".v", false
	case 2:
		return h.Replace("NAME := &struct { v ELEM }{VALUE}"), name + ".v", false
	case 3:
		return h.Replace("NAME := map[string]ELEM{\"a\": VALUE, \"b\": VALUE}"), name + `["a"]`, false
	case 4:
		return h.Replace("NAME := []ELEM{VALUE, VALUE}"), name + "[1]", false
	case 5:
		return h.Replace("var NAME []ELEM\nfor range 3 {\nNAME = append(NAME, VALUE)\n}"), name + "[2]", false
	case 6:
		return h.Replace("NAMEv := VALUE\nNAME := func() ELEM { return NAMEv }"), name + "()", false
	case 7:
		return h.Replace("NAME := box[ELEM]{VALUE}"), name + ".get()", false
	case 8:
		return h.Replace("NAME := context.WithValue(context.Background(), \"k\", VALUE)"), h.Replace("NAME.Value(\"k\").(ELEM)"), false
	case 9:
		return h.Replace("var NAME sync.Map\nNAME.Store(1, VALUE)"), h.Replace("load[ELEM](&NAME, 1)"), false
	case 10:
		return h.Replace("var NAME atomic.Pointer[ELEM]\nNAMEv := VALUE\nNAME.Store(&NAMEv)"), h.Replace("(*NAME.Load())"), false
	case 11:
		return h.Replace("NAME := make([]ELEM, 12)\nfor i := range NAME {\nNAME[i] = VALUE\n}"), name + "[7]", false
	case 12:
		return h.Replace("var NAME any = VALUE"), h.Replace("NAME.(ELEM)"), false
	case 13:
		return h.Replace("NAMEc := make(chan ELEM, 1)\nNAMEc <- VALUE\nNAME := <-NAMEc"), name, false
	case 14:
		return h.Replace("NAMEl := list.New()\nNAMEl.PushBack(VALUE)\nNAME := NAMEl.Front().Value.(ELEM)"), name, false
	case 15:
		return h.Replace("NAME := [][]ELEM{{VALUE}, {VALUE, VALUE}}"), name + "[1][0]", false
	case 16:
		return h.Replace("NAMEo := struct { v ELEM }{VALUE}\nNAME := NAMEo"), name + ".v", false
	case 17:
		return h.Replace("NAMEp := sync.Pool{New: func() any { return VALUE }}\nNAME := NAMEp.Get().(ELEM)"), name, false
	case 18:
		top := g.fresh("top")
		g.decls = append(g.decls, fmt.Sprintf("var %s = %s\n", top, value))
		return "", top, false
	case 19:
		return h.Replace("NAME := map[int]map[string]ELEM{}\nNAME[1] = map[string]ELEM{\"x\": VALUE}"), name + `[1]["x"]`, false
	case 20:
		return h.Replace("NAME := make(map[string]ELEM)\nfor i := range 5 {\nNAME[strconv.Itoa(i)] = VALUE\n}"), name + `["3"]`, false
	case 21:
		return h.Replace("NAME := make([]ELEM, 3, 10)\nfor i := range NAME {\nNAME[i] = VALUE\n}\nNAME = append(NAME[:1], NAME[2:]...)"), name + "[1]", false
	case 22:
		if isChan {
			return h.Replace("var NAME ELEM = VALUE"), name, false
		}
		return f("var NAME TYPE"), name, true
	default:
		if isChan {
			return h.Replace("NAME, _ := VALUE, 1"), name, false
		}
		return f("var NAME [4]TYPE"), name + "[3]", true
	}
}

// number returns an expression that has a value.
func (g *generator) number(n int) string {
	if g.chance(2) {
		return strconv.Itoa(n)
	}
	f := func(format string) string { return strings.ReplaceAll(format, "N", strconv.Itoa(n)) }
	switch g.IntN(18) {
	case 0:
		return f("len(make([]int, N))")
	case 1:
		return f(`atoi("N")`)
	case 2:
		return f(`len(strings.Repeat("x", N))`)
	case 3:
		return f("min(N, 1000)")
	case 4:
		return f("max(N, 0)")
	case 5:
		return f("sum(N)")
	case 6:
		name := g.fresh("size")
		g.decls = append(g.decls, fmt.Sprintf("const %s = %d\n", name, n))
		return name
	case 7:
		name := g.fresh("size")
		g.decls = append(g.decls, fmt.Sprintf("var %s = %d\n", name, n))
		return name
	case 8:
		return f("cap(make([]int, 0, N))")
	case 9:
		return f("func() int { return N }()")
	case 10:
		return f("cmp.Or(0, N)")
	case 11:
		return f(`strings.Count(strings.Repeat("a,", N), ",")`)
	case 12:
		return f(`bytes.NewBufferString(strings.Repeat("x", N)).Len()`)
	case 13:
		return f("config{}.withDefault(N).n")
	case 14:
		return fmt.Sprintf("%d-%d", 2*n, n)
	case 15:
		return fmt.Sprintf("%d/2", 2*n+1)
	case 16:
		return f("len(numbers(N))")
	default:
		return f("int(time.Duration(N))")
	}
}
