#ifndef _STDLIB_H
#define _STDLIB_H
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
void *malloc(size_t);
void *calloc(size_t, size_t);
void free(void *);
void abort(void);
void exit(int);
int rand(void);
static int abs(int x) { return x < 0 ? -x : x; }
static long labs(long x) { return x < 0 ? -x : x; }
int atoi(const char *);
#endif
