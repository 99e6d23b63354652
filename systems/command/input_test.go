// This file tests sizes on the command line.

package command

import "testing"

func TestSize(t *testing.T) {
	for text, want := range map[string]uint64{
		"1":        1,
		"1048576":  1 << 20,
		"200MiB":   200 << 20,
		"200 MiB":  200 << 20,
		"4GB":      4_000_000_000,
		"4gb":      4_000_000_000,
		"1.5k":     1536,
		"2K":       2048,
		"3T":       3 << 40,
		"10B":      10,
		"0":        0,
		"":         0,
		"-1":       0,
		"0.5":      0,
		"MiB":      0,
		"4XB":      0,
		"1e30":     0,
		"1e3":      1000,
		"9e9GiB":   0,
		"NaN":      0,
		"Inf":      0,
		"4 G B":    0,
		"0x10":     0,
		"12KiBKiB": 0,
	} {
		var got size
		err := got.UnmarshalText([]byte(text))
		if want == 0 && err == nil || want != 0 && got != (size{want, text}) {
			t.Errorf("size %q is %d (%v), want %d", text, got.bytes, err, want)
		}
	}
}

// TestWorse takes the exit codes of several files together.
func TestWorse(t *testing.T) {
	order := []int{0, 30, 10, 1, 2}
	for i, x := range order {
		for j, y := range order {
			if got := worse(x, y); got != order[max(i, j)] {
				t.Errorf("%d and %d: %d", x, y, got)
			}
		}
	}
}

func TestSizeText(t *testing.T) {
	for n, want := range map[uint64]string{0: "0 B", 1023: "1023 B", 1024: "1.0 KiB", 200 << 20: "200.0 MiB", 5 << 40: "5.0 TiB", 1 << 60: "1048576.0 TiB"} {
		if got := sizeText(n); got != want {
			t.Errorf("%d bytes are %q, want %q", n, got, want)
		}
	}
}
