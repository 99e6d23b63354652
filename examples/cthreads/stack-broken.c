// The height of a stack with room for two. Who looks whether there is room makes the stack higher in another step, and
// others may have done so in between.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>

#define SIZE 2

unsigned top;

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
	} while (!__VERIFIER_atomic_swap(top, top + 1));
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
