// This file defines the order in which variables are decided: the one that took part in most
// recent conflicts first (VSIDS: Moskewicz, Madigan, Zhao, Zhang, Malik, "Chaff: Engineering
// an Efficient SAT Solver", DAC 2001; with the heap and the growing increment of Eén and
// Sörensson, "An Extensible SAT-solver", SAT 2003).

package sat

// An order is a binary heap of variables. It holds all variables that have no value, and
// some that have one.
type order struct {
	heap     []Var
	at       []int32 // the place of a variable in the heap, -1 if it is not there
	activity []float64
	inc      float64 // what a conflict adds to an activity
}

// maxActivity is where activities are scaled down.
const maxActivity = 1e100

// grow adds a variable with no activity.
func (o *order) grow() {
	o.at = append(o.at, -1)
	o.activity = append(o.activity, 0)
}

// less reports whether v is decided before w. Of equals the smaller is, so that the order
// does not depend on the history of the heap.
func (o *order) less(v, w Var) bool {
	a, b := o.activity[v], o.activity[w]
	return a > b || a == b && v < w
}

// bump adds to the activity of a variable.
func (o *order) bump(v Var) {
	if o.activity[v] += o.inc; o.activity[v] > maxActivity {
		for i := range o.activity {
			o.activity[i] /= maxActivity
		}
		o.inc /= maxActivity
	}
	if i := o.at[v]; i >= 0 {
		o.up(int(i))
	}
}

// insert puts a variable into the heap unless it is there.
func (o *order) insert(v Var) {
	if o.at[v] < 0 {
		o.heap = append(o.heap, v)
		o.up(len(o.heap) - 1)
	}
}

// pop takes the first variable out of the heap.
func (o *order) pop() Var {
	v := o.heap[0]
	last := o.heap[len(o.heap)-1]
	o.heap = o.heap[:len(o.heap)-1]
	o.at[v] = -1
	if len(o.heap) > 0 {
		o.heap[0] = last
		o.down(0)
	}
	return v
}

func (o *order) up(i int) {
	v := o.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		w := o.heap[parent]
		if !o.less(v, w) {
			break
		}
		o.heap[i], o.at[w] = w, int32(i)
		i = parent
	}
	o.heap[i], o.at[v] = v, int32(i)
}

func (o *order) down(i int) {
	v := o.heap[i]
	for {
		child := 2*i + 1
		if child >= len(o.heap) {
			break
		}
		if child+1 < len(o.heap) && o.less(o.heap[child+1], o.heap[child]) {
			child++
		}
		w := o.heap[child]
		if !o.less(w, v) {
			break
		}
		o.heap[i], o.at[w] = w, int32(i)
		i = child
	}
	o.heap[i], o.at[v] = v, int32(i)
}
