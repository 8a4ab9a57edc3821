#include "app/commands/program.hpp"
#include "puzzles/registry.hpp"

int main(int argc, char** argv) {
  return skerry::run_program(argc, argv, skerry::shipped_problems(),
                             {skerry::add_construct, skerry::add_generate, skerry::add_solve});
}
