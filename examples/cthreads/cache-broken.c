// A cache keeps what was read from a source, with the generation of the source. But a value that was read before a
// change is kept as one of the generation after it.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
unsigned generation, cached_generation;
int source, cached;

void *change(void *arg) {
	pthread_mutex_lock(&lock);
	source++;
	generation++;
	pthread_mutex_unlock(&lock);
	return 0;
}

void *fill(void *arg) {
	pthread_mutex_lock(&lock);
	int value = source;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	cached = value;
	cached_generation = generation;
	pthread_mutex_unlock(&lock);
	return 0;
}

void *use(void *arg) {
	pthread_mutex_lock(&lock);
	if (cached_generation == generation)
		assert(cached == source);
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, change, 0);
	while (1) {
		pthread_create(&t, 0, fill, 0);
		pthread_create(&t, 0, use, 0);
	}
}
