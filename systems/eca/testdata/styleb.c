#include <stdio.h>
#include <assert.h>

// RERS 2013: every action is an if of its own, and cf says that none has been taken.
int inputs[] = {1, 2, 3};

void errorCheck();
void calculate_outputm1(int);

int a1 = 5;
int a2 = 7, a3;
int cf = 1;

void errorCheck() {
	if (a1 == 6 && a2 != 7) {
		cf = 0;
		error_4: assert(!error_4);
	}
	if (a1 == 9) {
		cf = 0;
		error_5: assert(!error_5);
	}
}

void calculate_outputm1(int input) {
	if (cf == 1 && (input == 1) && a1 == 5) {
		cf = 0;
		a1 = 6;
		printf("%d\n", 21); fflush(stdout);
	}
	if ((cf == 1) && input == 2 && a1 == 6) {
		cf = 0;
		a2 = 8;
		a3 = input;
		printf("%d\n", 22); fflush(stdout);
	}
}

void calculate_output(int input) {
	cf = 1;
	errorCheck();
	if (cf == 1 && a3 != 2) {
		calculate_outputm1(input);
	}
	if (cf == 1)
		fprintf(stderr, "Invalid input: %d\n", input);
}

int main() {
	while (1) {
		int input;
		scanf("%d", &input);
		if ((input != 1) && (input != 2) && (input != 3))
			return -2;
		calculate_output(input);
	}
}
