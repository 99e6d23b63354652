// A lift for three floors, written as the programs of RERS 2013 are: cf says that nothing has
// been done about the input yet, and labels are names of errors that nobody declares. The
// lift must not move with an open door (error_1), nor forget where it is going (error_2). Here
// the door opens also while it moves.
//
// want: UNSAFE
// want: UNSAFE label=error_1 inputs=4
// want: SAFE label=error_2

extern int __VERIFIER_nondet_int();

// inputs: the buttons 1, 2 and 3 call the lift to a floor
int STEP = 4;
int DOOR = 5;

int cf = 1;
int floor = 1;
int wanted = 0; // the floor it was called to, 0 for none
int moving = 0;
int open = 0;

void errorCheck() {
    if (moving == 1 && open == 1) {
        cf = 0;
        assert(!error_1);
    }
    if (moving == 1 && wanted == 0) {
        cf = 0;
        assert(!error_2);
    }
}

void calculate_outputm1(int input) {
    if (cf == 1 && (input == 1 || input == 2 || input == 3)) {
        cf = 0;
        if (input != floor) {
            wanted = input;
        }
        printf("%d\n", 20); fflush(stdout);
    }
    if (cf == 1 && input == DOOR) {
        cf = 0;
        if (open == 0) {
            open = 1;
        } else {
            open = 0;
        }
        printf("%d\n", 21); fflush(stdout);
    }
}

void calculate_outputm2(int input) {
    if (cf == 1 && moving == 0 && wanted != 0 && open == 0) {
        cf = 0;
        moving = 1;
        printf("%d\n", 22); fflush(stdout);
    }
    if (cf == 1 && moving == 1 && floor == wanted) {
        cf = 0;
        moving = 0;
        wanted = 0;
        open = 1;
        printf("%d\n", 23); fflush(stdout);
    }
    if (cf == 1 && moving == 1) {
        cf = 0;
        if (floor == 1 || wanted == 3) {
            if (floor == 1) {
                floor = 2;
            } else {
                floor = 3;
            }
        } else if (floor == 3) {
            floor = 2;
        } else {
            floor = 1;
        }
        printf("%d\n", floor); fflush(stdout);
    }
}

void calculate_output(int input) {
    cf = 1;
    errorCheck();
    if (cf == 1 && input != STEP) {
        calculate_outputm1(input);
    }
    if (cf == 1 && input == STEP) {
        calculate_outputm2(input);
    }
    if (cf == 1)
        fprintf(stderr, "Invalid input: %d\n", input);
}

int main() {
    while (1) {
        int input;
        scanf("%d", &input);
        if (input != 1 && input != 2 && input != 3 && input != 4 && input != 5) return -2;
        calculate_output(input);
    }
}
