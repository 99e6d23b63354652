// Money goes from one account to another. Each account has a lock, and they are taken one after the other, so an audit
// finds the money on neither of them.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER, lock_b = PTHREAD_MUTEX_INITIALIZER;
unsigned a = 100, b = 100;

void *transfer(void *arg) {
	unsigned amount = __VERIFIER_nondet_int();
	pthread_mutex_lock(&lock_a);
	if (amount > a)
		amount = 0;
	a -= amount;
	pthread_mutex_unlock(&lock_a);
	pthread_mutex_lock(&lock_b);
	b += amount;
	pthread_mutex_unlock(&lock_b);
	return 0;
}

void *audit(void *arg) {
	pthread_mutex_lock(&lock_a);
	pthread_mutex_lock(&lock_b);
	assert(a + b == 200);
	pthread_mutex_unlock(&lock_b);
	pthread_mutex_unlock(&lock_a);
	return 0;
}

int main(void) {
	pthread_t t;
	while (1) {
		pthread_create(&t, 0, transfer, 0);
		pthread_create(&t, 0, audit, 0);
	}
}
