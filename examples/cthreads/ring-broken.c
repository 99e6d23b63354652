// A ring of four places, which is full or empty at times. Who is woken up does not look again, but another thread may have
// been first.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>

#define SIZE 4

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
unsigned first, last, used;

void *put(void *arg) {
	pthread_mutex_lock(&lock);
	if (used == SIZE)
		pthread_cond_wait(&changed, &lock);
	last = (last + 1) % SIZE;
	used++;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	return 0;
}

void *get(void *arg) {
	pthread_mutex_lock(&lock);
	if (used == 0)
		pthread_cond_wait(&changed, &lock);
	first = (first + 1) % SIZE;
	used--;
	assert(used < SIZE && (first + used) % SIZE == last);
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void) {
	pthread_t t;
	while (1) {
		pthread_create(&t, 0, put, 0);
		pthread_create(&t, 0, get, 0);
	}
}
