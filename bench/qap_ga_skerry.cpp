// This runs skerry's island on its quadratic assignment problem, with stock operators and without local
// search.
#include "puzzles/qap/instance.hpp"
#include "puzzles/qap/problem.hpp"
#include "qap_ga.hpp"
#include "skerry_search.hpp"

#include <fstream>
#include <iterator>
#include <string>

namespace {

using skerry::qap::QapProblem;

SkerrySearch<QapProblem> prepare(std::uint64_t seed, const std::string& instance) {
  std::ifstream file(instance);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return {QapProblem(skerry::qap::parse_instance(text, instance)),
          qap_ga::settings,
          {.crossover = "pmx", .mutation = "swap"},
          seed};
}

}  // namespace

int main(int argc, char** argv) {
  return contender::measure(argc, argv, prepare);
}
