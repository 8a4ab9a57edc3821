// This runs skerry's own island on OneMax.
#include "onemax.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "skerry_search.hpp"

#include <string>

namespace {

/// The fitness of the problem is the number of ones, which is maximised.
class Search : public SkerrySearch<skerry::OneMax> {
 public:
  using SkerrySearch::SkerrySearch;
  double best() const { return onemax::bits + SkerrySearch::best(); }
};

Search prepare(std::uint64_t seed, const std::string& /*instance*/) {
  return {skerry::OneMax(onemax::bits), onemax::settings, {}, seed};
}

}  // namespace

int main(int argc, char** argv) {
  return contender::measure(argc, argv, prepare);
}
