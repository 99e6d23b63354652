// A writer makes the version odd while it writes. A reader looks before it reads whether the version is even, but not
// afterwards whether it is the same.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

atomic_uint version;
atomic_int value, copy;

void *writer(void *arg) {
	int next = __VERIFIER_nondet_int();
	version++;
	value = next;
	copy = next;
	version++;
	return 0;
}

void *reader(void *arg) {
	unsigned before = version;
	int v = value, c = copy;
	if (before % 2 == 0)
		assert(v == c);
	return 0;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	while (1)
		pthread_create(&t, 0, reader, 0);
}
