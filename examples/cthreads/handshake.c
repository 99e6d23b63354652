// A client asks, a server answers, and flags say so. The answer is there before the flag says it.
// want: SAFE
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
		answer = question + 1;
		answered = 1;
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
