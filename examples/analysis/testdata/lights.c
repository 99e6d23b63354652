extern int __VERIFIER_nondet_int();
int mode = 3;
int speed = 2;
int red = 0;

void step(int input) {
	if (mode == 3 && input == 1) {
		red = 1;
		mode = 1 + 2;
	} else if (mode == 3 && input == 2) {
		red = 0;
		speed = speed + 1;
	} else if (mode == 4) {
		error_1: assert(0);
	}
	if (red == 1 && input == 2) {
		error_2: assert(0);
	}
	if (speed == 7) {
		error_3: assert(0);
	}
}

int main() {
	while (1) {
		int input = __VERIFIER_nondet_int();
		step(input);
	}
}
