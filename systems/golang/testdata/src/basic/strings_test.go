package basic

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

func kind(name string) string {
	if strings.HasPrefix(name, "pod/") {
		return strings.TrimPrefix(name, "pod/")
	}
	return "no pod"
}

// What is computed of constants is known.
func TestStrings(t *testing.T) {
	done := make(chan int, 1)
	name := "a"
	if t.Failed() {
		name = "b"
	}
	if name > "c" || name+"x" < "a" || strings.ToUpper(name) == "C" {
		<-done // want: none
	}
	if kind("pod/"+name) == "no pod" || kind("svc/"+name) != "no pod" {
		<-done // want: none
	}
	if key := fmt.Sprintf("%s-%d", name, 3); key != "a-3" && key != "b-3" {
		<-done // want: none
	}
	if n, err := strconv.Atoi("1" + strconv.Itoa(2)); err != nil || n != 12 {
		<-done // want: none
	}
	if path := "a/b"; path[1] != '/' || path[:strings.Index(path, "/")] != "a" || len([]byte(path)) != 3 {
		<-done // want: none
	}
	if fmt.Sprintf("%v", t.Name()) == "x" {
		done <- 1 // want: send done
	}
}

// The number of keys is that of those that are there.
func TestMapLength(t *testing.T) {
	done := make(chan int, 1)
	m := map[string]int{"a": 1}
	if t.Failed() {
		m["b"] = 2
	}
	delete(m, "a")
	if len(m) > 1 {
		<-done // want: none
	}
	set := map[string]bool{}
	for _, name := range []string{"a", "b"} {
		set[name] = true
	}
	for _, m := range []map[string]bool{set, {}, nil} {
		if n := len(m); n == 1 || n > 2 || n == 2 && !m["a"] {
			<-done // want: none
		}
	}
	m["c"] = 3
	if len(m) == 0 {
		<-done // want: none
	}
}
