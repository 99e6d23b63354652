// Three threads in a ring pass on a token, and who has it works. One of them passes it on before its work is done.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { FIRST, SECOND, THIRD };

atomic_int token;
int working;

static void work(void) {
	working++;
	assert(working == 1);
	working--;
}

void *first(void *arg) {
	while (1)
		if (token == FIRST) {
			work();
			token = SECOND;
		}
}

void *second(void *arg) {
	while (1)
		if (token == SECOND) {
			token = THIRD;
			work();
		}
}

void *third(void *arg) {
	while (1)
		if (token == THIRD) {
			work();
			token = FIRST;
		}
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, first, 0);
	pthread_create(&t, 0, second, 0);
	pthread_create(&t, 0, third, 0);
	return 0;
}
