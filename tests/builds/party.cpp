// The program skerry with the party puzzle alone.
#include "skerry/main.hpp"

#include "puzzles/registry.hpp"

int main(int argc, char** argv) {
  return skerry::run_program(argc, argv, {skerry::party::module()});
}
