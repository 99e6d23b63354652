#ifndef _STDIO_H
#define _STDIO_H
#include <stddef.h>
typedef struct { int unused; } FILE;
extern FILE *stdin, *stdout, *stderr;
#define EOF (-1)
int printf(const char *, ...);
int fprintf(FILE *, const char *, ...);
int sscanf(const char *, const char *, ...);
int puts(const char *);
int putchar(int);
int fflush(FILE *);
void perror(const char *);
#endif
