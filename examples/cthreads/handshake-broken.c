// A client asks, a server answers, and flags say so. The flag says that there is an answer before it is there.
// want: UNSAFE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

atomic_bool asked, answered;
int question, answer;

void *server(void *arg) {
	while (1) {
		while (!asked)
			;
		asked = 0;
		answered = 1;
		answer = question + 1;
	}
}

void *client(void *arg) {
	while (1) {
		question = __VERIFIER_nondet_int();
		asked = 1;
		while (!answered)
			;
		answered = 0;
		assert(answer == question + 1);
	}
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, server, 0);
	pthread_create(&t, 0, client, 0);
	return 0;
}
