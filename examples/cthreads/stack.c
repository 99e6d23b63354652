// The height of a stack with room for two, changed by compare and swap. What is taken off was put in one of the two places.
// want: SAFE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2

atomic_uint top;

static _Bool __VERIFIER_atomic_swap(unsigned old, unsigned new) {
	if (top != old)
		return 0;
	top = new;
	return 1;
}

void *push(void *arg) {
	unsigned seen;
	do {
		seen = top;
		if (seen >= SIZE)
			return 0;
	} while (!__VERIFIER_atomic_swap(seen, seen + 1));
	return 0;
}

void *pop(void *arg) {
	unsigned seen;
	do {
		seen = top;
		if (seen == 0)
			return 0;
	} while (!__VERIFIER_atomic_swap(seen, seen - 1));
	assert(seen - 1 < SIZE);
	return 0;
}

int main(void) {
	pthread_t t;
	while (1) {
		pthread_create(&t, 0, push, 0);
		pthread_create(&t, 0, pop, 0);
	}
}
