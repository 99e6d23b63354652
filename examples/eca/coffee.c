// A coffee machine. Coffee is two coins, tea is one. It must not brew while a cup stands there.
//
// want: SAFE
// want: SAFE label=cheap
// want: SAFE label=spilled

extern int __VERIFIER_nondet_int();

// inputs
int COIN = 1;
int COFFEE = 2;
int TEA = 3;
int TAKE = 4;

int coins = 0; // that are in the machine: 0, 1 or 2
int cup = 0;   // what was brewed, COFFEE or TEA; 0 if no cup is there
int paid = 0;  // coins for this cup

int brew(int drink) {
    if (cup != 0) {
        spilled: assert(0);
    }
    cup = drink;
    return 20;
}

int calculate_output(int input) {
    if (cup == COFFEE && paid != 2) {
        cheap: assert(0);
    }
    if (input == COIN && coins == 0) {
        coins = 1;
        return 10;
    } else if (input == COIN && coins == 1) {
        coins = 2;
        return 10;
    } else if (input == COFFEE && coins == 2 && cup == 0) {
        paid = coins;
        coins = 0;
        return brew(COFFEE);
    } else if (input == TEA && coins != 0 && cup == 0) {
        if (coins == 2) {
            coins = 1; // for the next one
        } else {
            coins = 0;
        }
        paid = 1;
        return brew(TEA);
    } else if (input == TAKE && cup != 0) {
        cup = 0;
        paid = 0;
        return 30;
    }
    return -2;
}

int main() {
    while (1) {
        int input = __VERIFIER_nondet_int();
        if (input != 1 && input != 2 && input != 3 && input != 4) return -2;
        int output = calculate_output(input);
    }
}
