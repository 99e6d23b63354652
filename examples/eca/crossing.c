// A traffic light for cars, and one for walkers, who press a button and get their turn.
// Both must not go at the same time.
//
// want: SAFE
// want: SAFE label=crash
// want: SAFE label=forgotten

extern int __VERIFIER_nondet_int();

// inputs
int TICK = 1;
int BUTTON = 2;

// lights
int RED = 1;
int YELLOW = 2;
int GREEN = 3;

int cars = 3;    // GREEN
int walkers = 1; // RED
int pressed = 0; // the button, since walkers went last
int waited = 0;  // how many ticks ago

int calculate_output(int input) {
    if (cars != RED && walkers == GREEN) {
        crash: assert(0);
    }
    if (waited == 4) {
        forgotten: assert(0);
    }
    if (input == BUTTON && walkers == RED) {
        pressed = 1;
        return 0;
    }
    if (input == TICK) {
        if (pressed == 1) {
            if (waited == 0) waited = 1;
            else if (waited == 1) waited = 2;
            else if (waited == 2) waited = 3;
            else if (waited == 3) waited = 4;
        }
        if (cars == GREEN && pressed == 1) {
            cars = YELLOW;
        } else if (cars == YELLOW && pressed == 1) {
            cars = RED;
        } else if (cars == RED && pressed == 1) {
            walkers = GREEN;
            pressed = 0;
            waited = 0;
        } else if (walkers == GREEN) {
            walkers = RED;
        } else {
            cars = GREEN;
        }
        return 1;
    }
    return -2;
}

int main() {
    while (1) {
        int input = __VERIFIER_nondet_int();
        if (input != 1 && input != 2) return -2;
        int output = calculate_output(input);
    }
}
