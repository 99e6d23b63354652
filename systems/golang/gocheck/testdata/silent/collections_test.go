package silent

import (
	"maps"
	"slices"
	"testing"
)

// Packages slices and maps are read from source.

func TestFineDelete(t *testing.T) {
	a, b := make(chan int), make(chan int, 1)
	list := []chan int{a, b}
	if i := slices.Index(list, a); i >= 0 {
		list = slices.Delete(list, i, i+1)
	}
	for _, c := range list {
		c <- 1
	}
}

func TestDelete(t *testing.T) {
	a, b := make(chan int), make(chan int, 1)
	list := []chan int{a, b}
	list = slices.Delete(list, 1, 2)
	for _, c := range list {
		c <- 1
	}
}

// Which elements slices.Insert moves is not followed.
func TestInserted(t *testing.T) {
	a, b := make(chan int, 1), make(chan int, 1)
	list := slices.Insert([]chan int{a}, 0, b)
	list[0] <- 1
	list[1] <- 1
}

func TestInsert(t *testing.T) {
	a, b := make(chan int, 1), make(chan int)
	list := slices.Insert([]chan int{a}, 0, b)
	list[0] <- 1
}

func TestFineClone(t *testing.T) {
	a, b := make(chan int, 1), make(chan int)
	list := []chan int{a, a}
	copied := slices.Clone(list)
	list[0] = b
	copied[0] <- 1
}

func TestKept(t *testing.T) {
	a, b := make(chan int, 1), make(chan int)
	list := []chan int{a, b}
	kept := slices.DeleteFunc(list, func(c chan int) bool { return c == a })
	kept[0] <- 1
}

func TestFineMapClone(t *testing.T) {
	a, b := make(chan int, 1), make(chan int, 1)
	m := map[string]chan int{"a": a, "b": b}
	c := maps.Clone(m)
	delete(m, "a")
	c["a"] <- 1
	c["b"] <- 1
}

func TestMapCloneBeside(t *testing.T) {
	m := map[string]int{"a": 1}
	done := make(chan bool)
	go func() { m["b"] = 2; done <- true }()
	_ = maps.Clone(m)
	<-done
}

// Which key is where behind sorting is not known.
func TestSortedKeys(t *testing.T) {
	m := map[string]chan int{"a": make(chan int, 1), "b": make(chan int, 1)}
	for _, k := range slices.Sorted(maps.Keys(m)) {
		m[k] <- 1
	}
	for _, c := range slices.Collect(maps.Values(m)) {
		<-c
	}
}

func TestKeys(t *testing.T) {
	m := map[string]chan int{"a": make(chan int, 1), "b": make(chan int, 1)}
	for _, k := range slices.Sorted(maps.Keys(m)) {
		m[k] <- 1
	}
	for _, c := range slices.Collect(maps.Values(m)) {
		c <- 1
	}
}

// Plain data are read and written.
func TestContainsBeside(t *testing.T) {
	list := []string{"a", "b"}
	done := make(chan bool)
	go func() { list[0] = "c"; done <- true }()
	_ = slices.Contains(list, "a")
	<-done
}

func TestDeleteBeside(t *testing.T) {
	list := []string{"a", "b"}
	done := make(chan bool)
	go func() { _ = slices.Delete(list, 0, 1); done <- true }()
	_ = list[0]
	<-done
}

// A clone is one array for those who share it; what is clipped is the same array as before.
func besideWrite(list []int) {
	done := make(chan bool)
	go func() { list[0] = 1; done <- true }()
	list[0] = 2
	<-done
}

func TestCloneBeside(t *testing.T) { besideWrite(slices.Clone([]int{1, 2})) }

func TestClipBeside(t *testing.T) {
	list := []int{1, 2}
	clipped := slices.Clip(list)
	done := make(chan bool)
	go func() { list[0] = 1; done <- true }()
	clipped[0] = 2
	<-done
}

func TestFineCloneBeside(t *testing.T) {
	list := []int{1, 2}
	other := slices.Clone(list)
	done := make(chan bool)
	go func() { list[0] = 1; done <- true }()
	other[0] = 2
	<-done
}
