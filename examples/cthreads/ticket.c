// A ticket lock: draw a number, wait until it is called. Nobody else has the same number.
// want: SAFE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next, serving;
_Bool busy;

void *enter(void *arg) {
	unsigned mine = atomic_fetch_add(&next, 1);
	while (serving != mine)
		;
	assert(!busy);
	busy = 1;
	busy = 0;
	serving++;
	return 0;
}

int main(void) {
	pthread_t t;
	while (1)
		pthread_create(&t, 0, enter, 0);
}
