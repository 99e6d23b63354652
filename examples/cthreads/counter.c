// As counter-broken.c, with a lock.
// want: SAFE
#include <assert.h>
#include <pthread.h>

int counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *add(void *arg) {
	pthread_mutex_lock(&lock);
	int before = counter;
	counter = before + 1;
	assert(counter == before + 1);
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void) {
	pthread_t t;
	while (1)
		pthread_create(&t, 0, add, 0);
}
