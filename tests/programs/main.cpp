// Runs the program of the name by which it is called: knapsack_program and the others are links to
// own_program.
#include "programs.hpp"

#include <cstdio>
#include <string_view>

int main(int argc, char** argv) {
  constexpr struct {
    std::string_view name;
    int (*run)(int, char**);
  } programs[] = {{"own_program", own_program},
                  {"knapsack_program", knapsack_program},
                  {"failing_program", failing_program},
                  {"brittle_program", brittle_program},
                  {"lone_program", lone_program}};
  const std::string_view path = argv[0];
  const std::string_view called = path.substr(path.rfind('/') + 1);
  for (const auto& program : programs) {
    if (program.name == called) return program.run(argc, argv);
  }
  std::fprintf(stderr, "no program is called %s\n", argv[0]);
  return 2;
}
