// A ticket lock: draw a number, wait until it is called. There are two numbers, so a third customer gets the number of one
// who is not called yet: it is safe for three threads, which are main and two customers.
// want: UNSAFE
// want: SAFE threads=3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next, serving;
_Bool busy;

static unsigned __VERIFIER_atomic_draw(void) {
	unsigned mine = next;
	next = (next + 1) % 2;
	return mine;
}

void *enter(void *arg) {
	unsigned mine = __VERIFIER_atomic_draw();
	while (serving != mine)
		;
	assert(!busy);
	busy = 1;
	busy = 0;
	serving = (serving + 1) % 2;
	return 0;
}

int main(void) {
	pthread_t t;
	while (1)
		pthread_create(&t, 0, enter, 0);
}
