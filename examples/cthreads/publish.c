// As publish-broken.c, where a copy is complete before others read it.
// want: SAFE
#include <assert.h>
#include <pthread.h>

struct copy {
	int complete;
} first = { 1 }, second, *current = &first;

pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER, writing = PTHREAD_MUTEX_INITIALIZER;

void *reader(void *arg) {
	pthread_mutex_lock(&reading);
	struct copy *c = current;
	assert(c->complete);
	pthread_mutex_unlock(&reading);
	return 0;
}

void *writer(void *arg) {
	pthread_mutex_lock(&writing);
	struct copy *next = current == &first ? &second : &first;
	next->complete = 0;
	next->complete = 1;
	pthread_mutex_lock(&reading);
	current = next;
	pthread_mutex_unlock(&reading);
	pthread_mutex_unlock(&writing);
	return 0;
}

int main(void) {
	pthread_t t;
	while (1) {
		pthread_create(&t, 0, reader, 0);
		pthread_create(&t, 0, writer, 0);
	}
}
