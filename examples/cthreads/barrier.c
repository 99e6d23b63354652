// Three threads wait for each other after the first part of their work. Each of them arrives when its part is done.
// want: SAFE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int arrived, done;

void *work(void *arg) {
	done++;
	arrived++;
	while (arrived < 3)
		;
	assert(done == 3);
	return 0;
}

int main(void) {
	pthread_t t;
	for (int i = 0; i < 3; i++)
		pthread_create(&t, 0, work, 0);
	return 0;
}
