// As queue-broken.c, under one lock, with a condition to wait for.
// want: SAFE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
unsigned items;

void *produce(void *arg) {
	pthread_mutex_lock(&lock);
	items++;
	pthread_cond_signal(&filled);
	pthread_mutex_unlock(&lock);
	return 0;
}

void *consume(void *arg) {
	pthread_mutex_lock(&lock);
	while (items == 0)
		pthread_cond_wait(&filled, &lock);
	assert(items > 0);
	items--;
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void) {
	pthread_t t;
	while (1) {
		pthread_create(&t, 0, produce, 0);
		pthread_create(&t, 0, consume, 0);
	}
}
