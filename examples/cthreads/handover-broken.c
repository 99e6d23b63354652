// The creator reads what the other thread has written, without waiting for it.
// want: UNSAFE
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
	assert(result == 42);
	pthread_join(t, 0);
	return 0;
}
