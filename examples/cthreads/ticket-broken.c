// As ticket.c, but a number is drawn in two steps, so two customers may draw the same one.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next, serving;
_Bool busy;

void *enter(void *arg) {
	unsigned mine = next;
	next = mine + 1;
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
