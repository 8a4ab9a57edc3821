// This is a user's program with a problem that has objectives and features.
#include "skerry/main.hpp"

#include "knapsack.hpp"

int main(int argc, char** argv) {
  return skerry::main<skerry::Knapsack>(argc, argv);
}
