// This file defines the runtime that a C program is linked with to run along an execution.
//
// The compiler, asked to instrument for a thread sanitizer, puts a call in front of each access to memory that threads may
// share. Here these calls are points: a thread goes on from one only while the next entry of the plan is its own. So one
// thread runs at a time. The program itself does all that it does.

#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MOST_THREADS 64
#define MOST_POINTS 20000000L
#define HERE __builtin_return_address(0)

// An entry of the plan is a point that the execution has: a thread reads (r), writes (w) or does both (u) in a place, creates a
// thread (c), gets a value (n) or fails (f).
struct entry { int thread, step, place, used; char kind; unsigned long long value; };
static struct entry *plan;
static int length, now, matched; // now is the entry that is next, and matched the one that was matched last
// Where in the source code is; where functions and labels are that must not be reached, with the place of a label.
static struct { unsigned long pc; int place; } *lines, *errors;
static int line_count, error_count, report = 2;

static int created = 1, ended[MOST_THREADS + 1];
static sem_t gates[MOST_THREADS + 1]; // a thread waits for its turn at its own
static pthread_t handles[MOST_THREADS + 1];
static __thread int me = 1;
static __thread char *bottom; // of the stack
static long points;

int __real_sem_wait(sem_t *), __real_sem_post(sem_t *), __real_sem_init(sem_t *, int, unsigned);
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __real_pthread_join(pthread_t, void **);
void __real_pthread_exit(void *) __attribute__((noreturn));

// over ends the run, and says how.
static void __attribute__((noreturn)) over(const char *how, int number, const char *why) {
  dprintf(report, "%s %d %s\n", how, number, why);
  _Exit(0);
}

static void __attribute__((noreturn)) stop(const char *why) { over("stopped", plan && now < length ? plan[now].step : 0, why); }
static void __attribute__((noreturn)) failed(int place) { over("failed", place, ""); }

static int place(void *at) {
  unsigned long pc = (unsigned long)at - 1;
  int low = 0, high = line_count;
  while (low < high) {
    int middle = (low + high) / 2;
    if (lines[middle].pc <= pc) low = middle + 1; else high = middle;
  }
  return low ? lines[low - 1].place : 0;
}

// settle leaves out what no point will match: values, and what threads that have ended did not come to.
static void settle(void) {
  while (now < length && (plan[now].kind == 'n' || ended[plan[now].thread])) now++;
  if (now == length) stop("the thread ends");
}

// await waits until it is the thread's turn.
static void await(void) {
  settle();
  for (int next; (next = plan[now].thread) != me; settle()) {
    if (next > created) stop("the thread does not exist yet");
    __real_sem_post(&gates[next]);
    while (__real_sem_wait(&gates[me])) ;
  }
}

static int fits(int i, char kind, int at) {
  char k = plan[i].kind;
  return plan[i].thread == me && plan[i].place == at && k != 'f' && k != 'n' && (k == kind || kind == '*' && k != 'c');
}

static void next(int i) { matched = i, now = i + 1; settle(); }

// point is in front of all that others could see: a read or a write (r, w), an operation of the library or one that is atomic
// (*), the creation of a thread (c). What is not in the plan passes while it is the thread's turn, and what the compiler has left
// out of the program is left out of the plan. It returns whether the point is in the plan.
static int point(char kind, void *pc) {
  if (!plan) return 0; // before all begins
  if (++points > MOST_POINTS) stop("the program goes on without coming there");
  await();
  int at = place(pc), i = now;
  for (; i < length && plan[i].thread == me; i++)
    if (fits(i, kind, at)) { next(i); return 1; }
  int then = i; // where the thread goes on when it has the turn again
  while (then < length && (plan[then].thread != me || plan[then].kind == 'n')) then++;
  if (then == length || !fits(then, kind, at)) return 0;
  now = i;
  return point(kind, pc);
}

// touch is in front of an access to memory. What is on the thread's stack is its own.
static int touch(char kind, char *p, void *pc) {
  return p < (char *)__builtin_frame_address(0) || p >= bottom ? point(kind, pc) : 0;
}

// rest passes what else belongs to the step of a point that was found.
static void rest(int found, void *pc) {
  while (found && plan[now].step == plan[matched].step && fits(now, '*', place(pc))) next(now);
}

static unsigned long long value(void *pc) {
  await();
  for (int i = 0, at = place(pc); i < length; i++)
    if (plan[i].kind == 'n' && plan[i].thread == me && plan[i].place == at && !plan[i].used) {
      plan[i].used = 1;
      return plan[i].value;
    }
  return 0;
}

// finish lets the others go on, without the thread.
static void finish(void) {
  await();
  ended[me] = 1;
  settle();
  __real_sem_post(&gates[plan[now].thread]);
}

// leave is where the thread would end the program, which nobody has it do soon.
static void leave(const char *why) {
  if (plan[length - 1].thread == me) await(), stop(why);
  for (finish(); ; ) __real_sem_wait(&gates[me]);
}

static void leaves(void) { leave("the program ends"); }
static void late(int signal) { stop("the program takes too long"); }

// The plan is a file with a line for each entry, each line of the source and each error.
static void __attribute__((constructor)) begin(void) {
  const char *name = getenv("IJIT_PLAN"), *to = getenv("IJIT_REPORT"), *seconds = getenv("IJIT_SECONDS");
  FILE *f = name ? fopen(name, "r") : 0, *r = to ? fopen(to, "w") : 0;
  if (!f || !r || fscanf(f, "%d %d %d", &length, &line_count, &error_count) != 3) _Exit(4);
  report = fileno(r);
  struct entry *entries = calloc(length + 1, sizeof *entries);
  lines = calloc(line_count + 1, sizeof *lines);
  errors = calloc(error_count + 1, sizeof *errors);
  int read = 0;
  for (struct entry *e = entries; e < entries + length; e++) {
    read += fscanf(f, "%d %d %d %c %llu", &e->thread, &e->step, &e->place, &e->kind, &e->value) == 5;
    if (e->thread > MOST_THREADS) stop("there are too many threads");
  }
  for (int i = 0; i < line_count; i++) read += fscanf(f, "%lu %d", &lines[i].pc, &lines[i].place) == 2;
  for (int i = 0; i < error_count; i++) read += fscanf(f, "%lu %d", &errors[i].pc, &errors[i].place) == 2;
  if (read != length + line_count + error_count) _Exit(4);
  fclose(f);
  for (int i = 0; i <= MOST_THREADS; i++) __real_sem_init(&gates[i], 0, 0);
  bottom = (char *)environ;
  plan = entries;
  signal(SIGALRM, late);
  alarm(seconds ? atoi(seconds) : 5);
  atexit(leaves);
}

// Accesses.
#define ACCESS(n) \
  void __tsan_read##n(void *p) { touch('r', p, HERE); } \
  void __tsan_write##n(void *p) { touch('w', p, HERE); } \
  void __tsan_unaligned_read##n(void *p) { touch('r', p, HERE); } \
  void __tsan_unaligned_write##n(void *p) { touch('w', p, HERE); }
ACCESS(1) ACCESS(2) ACCESS(4) ACCESS(8) ACCESS(16)
void __tsan_read_range(void *p, unsigned long n) { while (touch('r', p, HERE)) ; }
void __tsan_write_range(void *p, unsigned long n) { while (touch('w', p, HERE)) ; }
void __tsan_init(void) {} void __tsan_func_entry(void *pc) {}
void __tsan_func_exit(void) { point('e', HERE); }

// Atomic operations: nobody else runs meanwhile.
#define CHANGE(type, n, name, e) \
  type __tsan_atomic##n##_##name(volatile type *p, type v, int order) { rest(point('*', HERE), HERE); type old = *p; *p = e; return old; }
#define ATOMIC(type, n) \
  type __tsan_atomic##n##_load(volatile type *p, int order) { point('r', HERE); return *p; } \
  void __tsan_atomic##n##_store(volatile type *p, type v, int order) { point('w', HERE); *p = v; } \
  CHANGE(type, n, exchange, v) CHANGE(type, n, fetch_add, old + v) CHANGE(type, n, fetch_sub, old - v) CHANGE(type, n, fetch_or, old | v) \
  CHANGE(type, n, fetch_and, old & v) CHANGE(type, n, fetch_xor, old ^ v) CHANGE(type, n, fetch_nand, ~(old & v)) \
  int __tsan_atomic##n##_compare_exchange_strong(volatile type *p, type *old, type v, int success, int failure) { \
    rest(point('*', HERE), HERE); \
    int equal = *p == *old; \
    if (equal) *p = v; else *old = *p; \
    return equal; \
  } \
  int __tsan_atomic##n##_compare_exchange_weak(volatile type *p, type *old, type v, int success, int failure) \
    __attribute__((alias("__tsan_atomic" #n "_compare_exchange_strong")));
ATOMIC(unsigned char, 8) ATOMIC(unsigned short, 16) ATOMIC(unsigned, 32) ATOMIC(unsigned long long, 64)
void __tsan_atomic_thread_fence(int order) {} void __tsan_atomic_signal_fence(int order) {}

// Failures, and other ends.
void __attribute__((weak)) __assert_fail(const char *e, const char *file, unsigned line, const char *function) { failed(place(HERE)); }
void __attribute__((weak)) reach_error(void) { failed(place(HERE)); }
void __attribute__((weak)) __VERIFIER_error(void) { failed(place(HERE)); }
void __attribute__((weak)) __VERIFIER_assert(int c) { if (!c) failed(place(HERE)); }
void __cyg_profile_func_enter(void *function, void *site) {
  for (int i = 0; i < error_count; i++) if (!errors[i].place && errors[i].pc == (unsigned long)function) failed(place(site));
}
void __cyg_profile_func_exit(void *function, void *site) {}
void __sanitizer_cov_trace_pc(void) { // the call is the first thing that is done behind a label
  for (int i = 0; i < error_count; i++)
    if (errors[i].place && (unsigned long)HERE - 1 - errors[i].pc < 8) failed(errors[i].place);
}
void __wrap_exit(int code) { leave("the program calls exit"); }
void __wrap__exit(int code) { leave("the program calls _exit"); }
void __wrap_abort(void) { leave("the program calls abort"); }

// What comes from outside.
#define ANY(type, name) type __attribute__((weak)) __VERIFIER_nondet_##name(void) { return (type)value(HERE); }
ANY(char, char) ANY(signed char, schar) ANY(unsigned char, uchar) ANY(unsigned char, u8) ANY(short, short) ANY(unsigned short, ushort) ANY(unsigned short, u16)
ANY(int, int) ANY(unsigned, uint) ANY(unsigned, unsigned) ANY(unsigned, u32) ANY(unsigned long long, u64) ANY(long, long) ANY(unsigned long, ulong)
ANY(long long, longlong) ANY(unsigned long long, ulonglong) ANY(unsigned long, size_t) ANY(_Bool, bool) ANY(_Bool, _Bool) ANY(void *, pointer)
int __wrap_rand(void) { return (int)value(HERE); }
void __attribute__((weak)) __VERIFIER_assume(int c) { if (!c) stop("an assumption does not hold"); }
void __attribute__((weak)) __VERIFIER_atomic_begin(void) {} void __attribute__((weak)) __VERIFIER_atomic_end(void) {}
unsigned __wrap_sleep(unsigned n) { return 0; } int __wrap_usleep(unsigned n) { return 0; }

// Threads.
struct task { void *(*run)(void *); void *argument; int number; };

static void *thread(void *x) {
  struct task t = *(struct task *)x;
  free(x);
  me = t.number;
  bottom = (char *)&t;
  while (__real_sem_wait(&gates[me])) ;
  void *result = t.run(t.argument);
  finish();
  return result;
}

int __wrap_pthread_create(pthread_t *to, const pthread_attr_t *a, void *(*run)(void *), void *argument) {
  point('c', HERE);
  struct task *t = malloc(sizeof *t);
  if (created == MOST_THREADS || !t) stop("the program creates too many threads");
  *t = (struct task){run, argument, created + 1};
  if (__real_pthread_create(to, a, thread, t)) stop("no thread can be created");
  handles[++created] = *to;
  return 0;
}

int __wrap_pthread_join(pthread_t t, void **result) {
  while (point('*', HERE) && fits(now, '*', place(HERE))) ;
  for (int i = 2; i <= created; i++)
    if (pthread_equal(handles[i], t) && !ended[i]) stop("the program waits for a thread that has not ended");
  return __real_pthread_join(t, result);
}

void __wrap_pthread_exit(void *result) { finish(); __real_pthread_exit(result); }

// Locks. Who has the turn does not wait.
#define CALL(name, type) \
  int __real_##name(type *); \
  int __wrap_##name(type *o) { point('*', HERE); return __real_##name(o); }
#define LOCK(name, try, type) \
  int __wrap_##name(type *o) { point('*', HERE); if (__real_##try(o)) stop("what the program waits for is taken"); return 0; }
#define FIRST(name, type, more) \
  int __real_##name(type *, more); \
  int __wrap_##name(type *o, more x) { point('*', HERE); return __real_##name(o, x); }
CALL(pthread_mutex_trylock, pthread_mutex_t) CALL(pthread_mutex_unlock, pthread_mutex_t) LOCK(pthread_mutex_lock, pthread_mutex_trylock, pthread_mutex_t)
CALL(pthread_spin_trylock, pthread_spinlock_t) CALL(pthread_spin_unlock, pthread_spinlock_t) LOCK(pthread_spin_lock, pthread_spin_trylock, pthread_spinlock_t)
CALL(pthread_rwlock_tryrdlock, pthread_rwlock_t) CALL(pthread_rwlock_trywrlock, pthread_rwlock_t) CALL(pthread_rwlock_unlock, pthread_rwlock_t)
LOCK(pthread_rwlock_rdlock, pthread_rwlock_tryrdlock, pthread_rwlock_t) LOCK(pthread_rwlock_wrlock, pthread_rwlock_trywrlock, pthread_rwlock_t)
CALL(sem_trywait, sem_t) LOCK(sem_wait, sem_trywait, sem_t)
FIRST(pthread_mutex_init, pthread_mutex_t, const void *) FIRST(pthread_rwlock_init, pthread_rwlock_t, const void *) FIRST(pthread_spin_init, pthread_spinlock_t, int)
int __wrap_sem_post(sem_t *o) { point('*', HERE); return __real_sem_post(o); }
int __wrap_sem_init(sem_t *o, int shared, unsigned n) { point('*', HERE); return __real_sem_init(o, shared, n); }

int __wrap_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) { // it may wake up at any time
  point('*', HERE), __real_pthread_mutex_unlock(m), point('*', HERE);
  if (__real_pthread_mutex_trylock(m)) stop("what the program waits for is taken");
  return 0;
}

struct meeting { unsigned size, waiting, round; };

int __wrap_pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *a, unsigned n) {
  return point('*', HERE), *(struct meeting *)b = (struct meeting){n, 0, 0}, 0;
}

int __wrap_pthread_barrier_wait(pthread_barrier_t *b) {
  struct meeting *m = (struct meeting *)b;
  point('*', HERE);
  unsigned round = m->round;
  int last = ++m->waiting == m->size;
  if (last) m->waiting = 0, m->round++;
  point('*', HERE);
  if (m->round == round) stop("the program waits at a barrier");
  return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

int __wrap_pthread_once(pthread_once_t *o, void (*run)(void)) { // it is 1 while somebody is at it, then 2
  point('*', HERE);
  if (*(int *)o == 1) stop("what the program waits for is under way");
  if (*(int *)o == 2) return 0;
  *(int *)o = 1, run(), point('*', HERE);
  return *(int *)o = 2, 0;
}
