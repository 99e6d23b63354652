// There are two connections for any number of threads, counted by a semaphore. A thread gives one back after its work.
// want: SAFE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

sem_t available;
atomic_int busy;

void *use(void *arg) {
	sem_wait(&available);
	busy++;
	assert(busy <= 2);
	busy--;
	sem_post(&available);
	return 0;
}

int main(void) {
	pthread_t t;
	sem_init(&available, 0, 2);
	while (1)
		pthread_create(&t, 0, use, 0);
}
