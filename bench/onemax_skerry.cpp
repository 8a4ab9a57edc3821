// This runs skerry's own island on OneMax. With OWN_SELECTION=1 in the environment the program brings the
// selection, which does what the stock one does.
#include "onemax.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "skerry_search.hpp"

#include <cstdlib>
#include <string>
#include <string_view>

namespace {

struct OwnTournament : skerry::TournamentSelection {
  static constexpr std::string_view name = "own_tournament";
  using TournamentSelection::TournamentSelection;
  void configure(const skerry::Genetic& settings, skerry::Direction /*direction*/) {
    *this = OwnTournament(settings.tournament_size, settings.tournament_win_rate);
  }
};

/// The fitness of the problem is the number of ones, which is maximised.
class Search : public SkerrySearch<skerry::OneMax, OwnTournament> {
 public:
  using SkerrySearch::SkerrySearch;
  double best() const { return onemax::bits + SkerrySearch::best(); }
};

Search prepare(std::uint64_t seed, const std::string& /*instance*/) {
  const bool own = std::getenv("OWN_SELECTION") != nullptr;
  return {skerry::OneMax(onemax::bits),
          onemax::settings,
          {},
          seed,
          own ? OwnTournament::name : skerry::TournamentSelection::name};
}

}  // namespace

int main(int argc, char** argv) {
  return contender::measure(argc, argv, prepare);
}
