// This is a user's program with a problem that has objectives and features.
#include "skerry/main.hpp"

#include "knapsack.hpp"
#include "programs.hpp"

int knapsack_program(int argc, char** argv) {
  return skerry::main<skerry::Knapsack>(argc, argv);
}
