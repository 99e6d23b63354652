// A consumer looks whether there is something, and takes it, with the lock given back in between.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
unsigned items;

void *produce(void *arg) {
	pthread_mutex_lock(&lock);
	items++;
	pthread_mutex_unlock(&lock);
	return 0;
}

void *consume(void *arg) {
	pthread_mutex_lock(&lock);
	_Bool some = items > 0;
	pthread_mutex_unlock(&lock);
	if (some) {
		pthread_mutex_lock(&lock);
		assert(items > 0);
		items--;
		pthread_mutex_unlock(&lock);
	}
	return 0;
}

int main(void) {
	pthread_t t;
	while (1) {
		pthread_create(&t, 0, produce, 0);
		pthread_create(&t, 0, consume, 0);
	}
}
