// As readers.c, but a writer does not look for readers.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static void wait_for(int condition) {
	if (!condition)
		abort();
}

int writing, readers;
int value, copy;

void *writer(void *arg) {
	__VERIFIER_atomic_begin();
	wait_for(writing == 0);
	writing = 1;
	__VERIFIER_atomic_end();
	value = 1;
	copy = 1;
	value = 0;
	copy = 0;
	writing = 0;
	return 0;
}

void *reader(void *arg) {
	__VERIFIER_atomic_begin();
	wait_for(writing == 0);
	readers++;
	__VERIFIER_atomic_end();
	assert(value == copy);
	__VERIFIER_atomic_begin();
	readers--;
	__VERIFIER_atomic_end();
	return 0;
}

int main(void) {
	pthread_t t;
	while (1) {
		pthread_create(&t, 0, writer, 0);
		pthread_create(&t, 0, reader, 0);
	}
}
