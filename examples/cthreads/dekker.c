// Dekker's lock for two threads. Who has waited for its turn looks again whether the other one wants to enter.
// want: SAFE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_bool wants0, wants1;
atomic_int turn;
_Bool busy;

void *first(void *arg) {
	while (1) {
		wants0 = 1;
		while (wants1)
			if (turn == 1) {
				wants0 = 0;
				while (turn == 1)
					;
				wants0 = 1;
			}
		assert(!busy);
		busy = 1;
		busy = 0;
		turn = 1;
		wants0 = 0;
	}
}

void *second(void *arg) {
	while (1) {
		wants1 = 1;
		while (wants0)
			if (turn == 0) {
				wants1 = 0;
				while (turn == 0)
					;
				wants1 = 1;
			}
		assert(!busy);
		busy = 1;
		busy = 0;
		turn = 0;
		wants1 = 0;
	}
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, first, 0);
	pthread_create(&t, 0, second, 0);
	return 0;
}
