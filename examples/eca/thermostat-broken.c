// A thermostat. The temperature is in tenths of a degree; the heater goes on below 18 and off
// above 22 degrees. An open window lets the warmth out. How it gets warmer and colder is
// arithmetic. The heater goes off when it is above 220 degrees, which is not in tenths.
//
// want: UNSAFE
// want: SAFE label=cold
// want: UNSAFE label=hot inputs=16

extern int __VERIFIER_nondet_int();

// inputs
int TICK = 1;
int WINDOW = 2;

int temperature = 200;
int heater = 0;
int window = 0; // 1 if it is open

int calculate_output(int input) {
    if (temperature < 100) {
        cold: assert(0);
    }
    if (temperature > 260) {
        hot: assert(0);
    }
    if (input == WINDOW) {
        window = 1 - window;
        return window;
    }
    if (input == TICK) {
        if (temperature < 180) {
            heater = 1;
        } else if (temperature > 2200) {
            heater = 0;
        }
        if (heater == 1) {
            temperature = temperature * 9 / 10 + 30;
        } else {
            temperature = temperature * 19 / 20;
        }
        if (window == 1) {
            temperature = temperature - 15;
        }
        return temperature;
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
