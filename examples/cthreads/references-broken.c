// An object is freed when nobody uses it any more. A user looks whether it is being closed, and counts itself too late.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>

_Bool closing, freed;
int users;

static void __VERIFIER_atomic_enter(void) { users++; }
static void __VERIFIER_atomic_leave(void) { users--; }

void *use(void *arg) {
	if (!closing) {
		__VERIFIER_atomic_enter();
		assert(!freed);
		__VERIFIER_atomic_leave();
	}
	return 0;
}

void *closer(void *arg) {
	closing = 1;
	while (users > 0)
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
