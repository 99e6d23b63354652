// Peterson's lock for two threads, where a thread lets the other one go first before it says that it wants to enter.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_bool wants0, wants1;
atomic_int turn;
_Bool busy;

void *first(void *arg) {
	while (1) {
		turn = 1;
		wants0 = 1;
		while (wants1 && turn == 1)
			;
		assert(!busy);
		busy = 1;
		busy = 0;
		wants0 = 0;
	}
}

void *second(void *arg) {
	while (1) {
		turn = 0;
		wants1 = 1;
		while (wants0 && turn == 0)
			;
		assert(!busy);
		busy = 1;
		busy = 0;
		wants1 = 0;
	}
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, first, 0);
	pthread_create(&t, 0, second, 0);
	return 0;
}
