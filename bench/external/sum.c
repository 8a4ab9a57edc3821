/* The cheapest worker: answers each request with the sum of squares of its first part. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  static char line[1 << 20];
  if (fgets(line, sizeof line, stdin) == NULL) return 1;
  puts("{\"ready\": true}");
  fflush(stdout);
  while (fgets(line, sizeof line, stdin) != NULL) {
    char* id = strstr(line, "\"id\": \"") + 7;
    char* at = strchr(line, '[');
    double sum = 0;
    while (at != NULL && *at != ']') {
      const double value = strtod(at + 1, &at);
      sum += value * value;
    }
    printf("{\"id\": \"%.*s\", \"fitness\": %.17g}\n", (int)(strchr(id, '"') - id), id, sum);
    fflush(stdout);
  }
  return 0;
}
