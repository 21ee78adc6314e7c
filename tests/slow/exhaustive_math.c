/* SPDX-License-Identifier: MIT */
/* Every function of one number at every float, on every level: some minutes. */
#include "math_reference.h"

int main(void)
{
    uint64_t faults = 0;
    for (size_t i = 0; i < MATH_FUNCTIONS; i++) {
        double worst = 0;
        uint64_t wrong = math_check(&math_functions[i], 0, 1, (uint64_t)1 << 32, MATH_LIMIT, &worst);
        printf("%-10s %.6f ulp at most, %llu wrong\n", math_functions[i].name, worst, (unsigned long long)wrong);
        fflush(stdout);
        faults += wrong;
    }
    return faults != 0;
}
