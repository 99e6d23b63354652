// An object is freed when nobody uses it any more. A user counts itself before it looks whether the object is being closed.
// want: SAFE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_bool closing, freed;
atomic_int users;

void *use(void *arg) {
	users++;
	if (!closing)
		assert(!freed);
	users--;
	return 0;
}

void *closer(void *arg) {
	closing = 1;
	while (users != 0)
		;
	freed = 1;
	return 0;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, closer, 0);
	while (1)
		pthread_create(&t, 0, use, 0);
}
