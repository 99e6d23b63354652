// As ticket.c, but a number is drawn in two steps, so two customers may draw the same one.
// want: UNSAFE
// want: UNSAFE threads=3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next, serving;
_Bool busy;

static unsigned draw(void) {
	unsigned mine = next;
	next = (next + 1) % 2;
	return mine;
}

void *enter(void *arg) {
	unsigned mine = draw();
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
