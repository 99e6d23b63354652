/* This file defines the work of ../../instances_test.go on BuDDy, for comparison.
 *
 *   cc -O2 -o buddy buddy.c -lbdd -lm
 *   ./buddy queens 10
 *
 * prints the number that checks the work and the CPU seconds it took. References
 * are counted as BuDDy needs it: and_, or_ and so on take over the reference of
 * their first operand and return one of their own. */

#include <bdd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static BDD take(BDD old, BDD r) { bdd_addref(r); bdd_delref(old); return r; }
static BDD and_(BDD a, BDD b) { return take(a, bdd_and(a, b)); }
static BDD or_(BDD a, BDD b) { return take(a, bdd_or(a, b)); }
static BDD diff(BDD a, BDD b) { return take(a, bdd_apply(a, b, bddop_diff)); }

/* andfree is and_ that releases both. */
static BDD andfree(BDD a, BDD b) { BDD r = and_(a, b); bdd_delref(b); return r; }
static BDD orfree(BDD a, BDD b) { BDD r = or_(a, b); bdd_delref(b); return r; }

static double queens(int n) {
    bdd_setvarnum(n * n);
#define AT(i, j) bdd_ithvar((i) * n + (j))
    BDD queen = bddtrue;
    for (int i = 0; i < n; i++) {
        BDD row = bddfalse;
        for (int j = 0; j < n; j++) row = or_(row, AT(i, j));
        queen = andfree(queen, row);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            BDD r[4] = {bddtrue, bddtrue, bddtrue, bddtrue};
            for (int k = 0; k < n; k++) {
                int at[4] = {k != j ? i * n + k : -1, -1, -1, -1};
                if (k != i) {
                    int l[4] = {0, j, k - i + j, i + j - k};
                    for (int d = 1; d < 4; d++)
                        if (l[d] >= 0 && l[d] < n) at[d] = k * n + l[d];
                }
                for (int d = 0; d < 4; d++)
                    if (at[d] >= 0) {
                        BDD imp = bdd_addref(bdd_apply(AT(i, j), bdd_nithvar(at[d]), bddop_imp));
                        r[d] = andfree(r[d], imp);
                    }
            }
            r[0] = andfree(andfree(andfree(r[0], r[1]), r[2]), r[3]);
            queen = andfree(queen, r[0]);
        }
    return bdd_satcount(queen);
}

/* A system has state bits; bit i is variable 2i now and 2i+1 next. */
static int bits;
static BDD all; /* the variables of now */

static BDD x(int i) { return bdd_ithvar(2 * i); }
static BDD y(int i) { return bdd_ithvar(2 * i + 1); }

static BDD varset(int *v, int n) { return bdd_addref(bdd_makeset(v, n)); }

static void newsystem(int n) {
    bits = n;
    bdd_setvarnum(2 * n);
    int *v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++) v[i] = 2 * i;
    all = varset(v, n);
    free(v);
}

typedef struct { BDD relation, set; bddPair *back; } move;

static move moves[1000];
static int nmoves;

/* addmove adds the relation in which n bits change as the literals say. */
static void addmove(int n, const int *before, const int *after) {
    move m = {bddtrue, 0, bdd_newpair()};
    int now[8];
    for (int i = 0; i < n; i++) {
        int b = abs(before[i]) - 1;
        now[i] = 2 * b;
        m.relation = and_(m.relation, before[i] > 0 ? x(b) : bdd_nithvar(2 * b));
        m.relation = and_(m.relation, after[i] > 0 ? y(b) : bdd_nithvar(2 * b + 1));
        bdd_setpair(m.back, 2 * b + 1, 2 * b);
    }
    m.set = varset(now, n);
    moves[nmoves++] = m;
}

static double explore(BDD reached) {
    BDD last = bddfalse;
    while (reached != last) {
        last = take(last, reached);
        for (int i = 0; i < nmoves; i++) {
            BDD product = bdd_addref(bdd_appex(reached, moves[i].relation, bddop_and, moves[i].set));
            BDD image = bdd_addref(bdd_replace(product, moves[i].back));
            bdd_delref(product);
            reached = orfree(reached, image);
        }
    }
    return bdd_satcountset(reached, all);
}

static BDD zeros(void) {
    BDD r = bddtrue;
    for (int i = bits - 1; i >= 0; i--) r = diff(r, x(i));
    return r;
}

static double milner(int n) {
    newsystem(3 * n);
    for (int i = n - 1; i >= 0; i--) {
        int c = 3 * i + 1, t = 3 * i + 2, h = 3 * i + 3, next = 3 * ((i + 1) % n) + 1;
        addmove(3, (int[]){c, -t, -h}, (int[]){-c, t, h});
        addmove(2, (int[]){h, -next}, (int[]){-h, next});
        addmove(1, (int[]){t}, (int[]){-t});
    }
    BDD start = zeros();
    return explore(take(start, bdd_compose(start, bdd_nithvar(0), 0)));
}

static double philosophers(int n) {
    newsystem(3 * n);
    for (int i = 0; i < n; i++) {
        int a = 3 * i + 1, b = 3 * i + 2, left = 3 * i + 3, right = 3 * ((i + 1) % n) + 3;
        addmove(3, (int[]){-a, -b, -left}, (int[]){a, -b, left});
        addmove(3, (int[]){a, -b, -right}, (int[]){a, b, right});
        addmove(3, (int[]){a, b, left}, (int[]){-a, b, -left});
        addmove(3, (int[]){-a, b, right}, (int[]){-a, -b, -right});
    }
    return explore(zeros());
}

static unsigned source = 1;

static int next(int n) {
    source = source * 1664525u + 1013904223u;
    return (int)(source >> 16) % n;
}

static double randomprogram(int n) {
    newsystem(n);
    bddPair *back = bdd_newpair();
    for (int i = 0; i < n; i++) bdd_setpair(back, 2 * i + 1, 2 * i);
    for (int k = 0; k < n; k++) {
        BDD guard = bddtrue, relation = bddtrue;
        int first = next(n - 4);
        for (int i = 0; i < 3; i++) {
            int v = (first + next(n / 2)) % n;
            guard = and_(guard, next(2) == 0 ? bdd_nithvar(2 * v) : x(v));
        }
        char assigned[1000] = {0};
        for (int i = 0; i < 3; i++) {
            int v = first + next(4);
            BDD a = x((first + next(7)) % n), b = x((first + next(7)) % n), c = x((first + next(7)) % n);
            int op = next(3);
            if (assigned[v]) continue;
            assigned[v] = 1;
            BDD e, t;
            switch (op) {
            case 0:
                t = bdd_addref(bdd_and(a, b));
                e = take(t, bdd_xor(t, c));
                break;
            case 1:
                e = bdd_addref(bdd_ite(a, b, bdd_not(c)));
                break;
            default:
                t = bdd_addref(bdd_xor(a, b));
                e = take(t, bdd_or(t, c));
            }
            relation = andfree(relation, take(e, bdd_biimp(y(v), e)));
        }
        for (int i = n - 1; i >= 0; i--)
            if (!assigned[i]) relation = andfree(relation, bdd_addref(bdd_biimp(x(i), y(i))));
        moves[nmoves++] = (move){andfree(guard, relation), all, back};
    }
    return explore(zeros());
}

static double level(int n) {
    bdd_setvarnum(3 + 6 * n);
    const int entry = 0, exit = 1, callee = 2;
    double sum = 0;
    BDD summary = bdd_addref(bdd_biimp(bdd_ithvar(entry), bdd_ithvar(exit)));
    for (int i = n - 1; i >= 0; i--) {
        int v = 3 + 6 * i, now[3] = {v, v + 2, v + 4};
        BDD step = bddtrue, carry = bddtrue;
        BDD path = bdd_addref(bdd_biimp(bdd_ithvar(entry), bdd_ithvar(exit)));
        for (int k = 0; k < 3; k++) {
            BDD b = bdd_ithvar(now[k]);
            BDD s = bdd_addref(bdd_xor(b, carry));
            step = andfree(step, take(s, bdd_biimp(bdd_ithvar(now[k] + 1), s)));
            carry = and_(carry, b);
            path = diff(path, b);
        }
        bdd_delref(carry);
        BDD last = bddfalse;
        for (; last != path; sum++) {
            last = take(last, path);
            BDD set = varset(now, 3);
            bddPair *back = bdd_newpair();
            for (int k = 0; k < 3; k++) bdd_setpair(back, now[k] + 1, now[k]);
            BDD p = bdd_addref(bdd_appex(path, step, bddop_and, set));
            path = orfree(path, take(p, bdd_replace(p, back)));
            bdd_freepair(back);
            bdd_delref(set);
        }
        bdd_delref(last);
        bdd_delref(step);
        for (int k = 0; k < 2; k++) {
            bddPair *in = bdd_newpair(), *out = bdd_newpair();
            bdd_setpair(in, entry, exit);
            bdd_setpair(in, exit, callee);
            bdd_setpair(out, callee, exit);
            BDD r = bdd_addref(bdd_replace(summary, in));
            BDD set = varset((int[]){exit}, 1);
            path = take(path, bdd_appex(path, r, bddop_and, set));
            path = take(path, bdd_replace(path, out));
            bdd_delref(r);
            bdd_delref(set);
            bdd_freepair(in);
            bdd_freepair(out);
        }
        BDD set = varset(now, 3);
        path = take(path, bdd_exist(path, set));
        bdd_delref(set);
        bdd_delref(summary);
        summary = take(path, bdd_compose(path, bdd_nithvar(exit), exit));
        BDD same = bdd_addref(bdd_biimp(bdd_ithvar(entry), bdd_ithvar(exit)));
        sum += summary == same;
        bdd_delref(same);
    }
    return sum;
}

static double cpu(void) {
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    return r.ru_utime.tv_sec + r.ru_stime.tv_sec + 1e-6 * (r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

static void quiet(int pre, bddGbcStat *s) { (void)pre; (void)s; }

int main(int argc, char **argv) {
    static const struct { const char *name; double (*run)(int); } families[] = {
        {"queens", queens}, {"milner", milner}, {"philosophers", philosophers},
        {"random", randomprogram}, {"level", level},
    };
    if (argc < 3) return 2;
    /* Nodes at the start, and nodes for each entry of a cache; found to be best. */
    int nodes = argc > 3 ? atoi(argv[3]) : 100000, ratio = argc > 4 ? atoi(argv[4]) : 4;
    double start = cpu();
    bdd_init(nodes, nodes / ratio);
    bdd_setcacheratio(ratio);
    bdd_setmaxincrease(50000000);
    bdd_gbc_hook(quiet);
    bdd_resize_hook(NULL);
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strcmp(argv[1], families[i].name) == 0) {
            double r = families[i].run(atoi(argv[2]));
            printf("%.10g %.6f\n", r, cpu() - start);
            return 0;
        }
    return 2;
}
