// Each thread raises the maximum if its value is larger, but not at once.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int maximum;

void *raise(void *arg) {
	int mine = __VERIFIER_nondet_int();
	if (mine > maximum)
		maximum = mine;
	assert(maximum >= mine);
	return 0;
}

int main(void) {
	pthread_t t;
	while (1)
		pthread_create(&t, 0, raise, 0);
}
