// As maximum-broken.c, by compare and swap.
// want: SAFE
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int maximum;

static int compare_and_swap(int *at, int old, int new) {
	int done = 0;
	__VERIFIER_atomic_begin();
	if (*at == old) {
		*at = new;
		done = 1;
	}
	__VERIFIER_atomic_end();
	return done;
}

void *raise(void *arg) {
	int mine = __VERIFIER_nondet_int();
	int seen;
	do {
		seen = maximum;
		if (seen >= mine)
			return 0;
	} while (!compare_and_swap(&maximum, seen, mine));
	assert(maximum >= mine);
	return 0;
}

int main(void) {
	pthread_t t;
	while (1)
		pthread_create(&t, 0, raise, 0);
}
