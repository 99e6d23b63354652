// There are two connections for any number of threads, counted by a semaphore. A thread gives one back before its work
// is done.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

sem_t available;
int busy;

void *use(void *arg) {
	sem_wait(&available);
	__VERIFIER_atomic_begin();
	busy++;
	__VERIFIER_atomic_end();
	sem_post(&available);
	assert(busy <= 2);
	__VERIFIER_atomic_begin();
	busy--;
	__VERIFIER_atomic_end();
	return 0;
}

int main(void) {
	pthread_t t;
	sem_init(&available, 0, 2);
	while (1)
		pthread_create(&t, 0, use, 0);
}
