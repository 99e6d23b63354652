// Lamport's fast lock, for two threads: if no other one wants to enter, there is nothing to wait for. Who finds that
// another one came after it waits until that one has decided.
// want: SAFE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
atomic_bool wants1, wants2;
_Bool busy;

static void enter(int me, atomic_bool *mine, atomic_bool *other) {
	while (1) {
		*mine = 1;
		x = me;
		if (y == 0) {
			y = me;
			if (x == me)
				break;
			*mine = 0;
			while (*other)
				;
			if (y == me)
				break;
		}
		*mine = 0;
		while (y != 0)
			;
	}
	assert(!busy);
	busy = 1;
	busy = 0;
	y = 0;
	*mine = 0;
}

void *first(void *arg) {
	while (1)
		enter(1, &wants1, &wants2);
}

void *second(void *arg) {
	while (1)
		enter(2, &wants2, &wants1);
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, first, 0);
	pthread_create(&t, 0, second, 0);
	return 0;
}
