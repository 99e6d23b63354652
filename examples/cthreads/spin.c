// As spin-broken.c, with a test that sets at once.
// want: SAFE
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int taken;
int inside;

static int test_and_set(int *lock) {
	__VERIFIER_atomic_begin();
	int old = *lock;
	*lock = 1;
	__VERIFIER_atomic_end();
	return old;
}

void *enter(void *arg) {
	while (test_and_set(&taken))
		;
	inside++;
	assert(inside == 1);
	inside--;
	taken = 0;
	return 0;
}

int main(void) {
	pthread_t t;
	while (1)
		pthread_create(&t, 0, enter, 0);
}
