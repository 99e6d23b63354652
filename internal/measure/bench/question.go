// This file defines questions and the jobs that ask them.

package bench

// A Question is what is asked about a file. All fields are written out, defaults
// too, so that two questions are the same if they are equal.
type Question struct {
	Initial string // one, many, a number of copies of main, or a configuration
	Target  string // a configuration to cover, "" for the assertions
	Label   string // a label to reach, "" for the assertions
	Atomic  string // big or small; "" for a transition system
}

// An Instance is a file and a question about it.
type Instance struct {
	Path   string
	SHA256 string // of the file, in hexadecimal digits
	TTS    bool   // a thread-transition system; else a program
	Question
	// Threads are the bounds on live threads for algorithms that have one; 0 stands
	// for those that the whole bench has.
	Threads []int
	Belief  Belief // what is expected
}

// A Job is a run to be made.
type Job struct {
	Instance  *Instance
	Algorithm string
	Via       string
	Threads   int   // bound on live threads, 0 for none
	Tool      *Tool // nil for this program
}

func standardInitial(tts bool) string {
	if tts {
		return "0|0"
	}
	return "one"
}

func standardAtomic(tts bool) string {
	if tts {
		return ""
	}
	return "big"
}

// normal writes out what q leaves to the defaults of a file of that kind.
func (q Question) normal(tts bool) Question {
	switch {
	case q.Initial == "":
		q.Initial = standardInitial(tts)
	case tts && q.Initial == "one":
		q.Initial = "0|0"
	case tts && q.Initial == "many":
		q.Initial = "0/0"
	}
	if tts {
		q.Atomic = ""
	} else if q.Atomic == "" {
		q.Atomic = standardAtomic(tts)
	}
	return q
}

// Series names the algorithm and its version.
func (j *Job) Series() string { return SeriesName{Algorithm: j.Algorithm, Via: j.Via}.String() }
