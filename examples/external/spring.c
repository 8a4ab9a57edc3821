/* A program with an input deck and a text for people, as many simulators are: the weight of a coil spring of wire diameter d, coil
   diameter D and n coils, with the limits on deflection, shear stress, surge frequency and diameter (Arora 1989; Belegundu 1982).
   It reads spring.in and prints the weight and the sum of violated limits. Build it with: cc -O2 -o spring spring.c */
#include <stdio.h>

static double above(double excess) { return excess > 0 ? excess : 0; }

int main(void) {
  double d = 0;
  double D = 0;
  double n = 0;
  FILE* deck = fopen("spring.in", "r");
  if (deck == NULL || fscanf(deck, "wire %lf coil %lf turns %lf", &d, &D, &n) != 3) {
    fprintf(stderr, "spring.in can't be read\n");
    return 1;
  }
  fclose(deck);
  const double d4 = d * d * d * d;
  const double deflection = 1 - D * D * D * n / (71785 * d4);
  const double stress =
      (4 * D * D - d * D) / (12566 * (D * d * d * d - d4)) + 1 / (5108 * d * d) - 1;
  const double surge = 1 - 140.45 * d / (D * D * n);
  const double diameter = (D + d) / 1.5 - 1;
  printf("WEIGHT = %.17g lb\n", (n + 2) * D * d * d);
  printf("LIMITS = %.17g\n", above(deflection) + above(stress) + above(surge) + above(diameter));
  return 0;
}
