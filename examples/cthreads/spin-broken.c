// A spin lock that tests before it sets: both may find it free.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>

int taken;
int inside;

void *enter(void *arg) {
	while (taken)
		;
	taken = 1;
	inside++;
	assert(inside == 1);
	inside--;
	taken = 0;
	return 0;
}

int main(void) {
	pthread_t t;
	while (1)
		pthread_create(&t, 0, enter, 0);
}
