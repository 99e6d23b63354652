// As handover-broken.c, in the right order.
// want: SAFE
#include <assert.h>
#include <pthread.h>

int result;

void *work(void *arg) {
	result = 42;
	return 0;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
	assert(result == 42);
	return 0;
}
