// The text of a solution, as `skerry check` reads it, for a small puzzle.
#include "skerry/experiment.hpp"
#include "skerry/problems/onemax.hpp"
#include "skerry/problems/party/problem.hpp"

#include "fuzz.hpp"
#include "unit/problems/party/puzzles.hpp"

#include <memory>

namespace skerry::fuzz {
namespace {

/// Text that is a solution can be judged, and described so that it is read back as the same.
void check(Experiment& experiment, std::string_view text) {
  accepted([&] {
    const auto genome = experiment.parse(text, "party.txt");
    const Assessment assessment = experiment.assess(genome);
    require(assessment.score.violation >= 0, "a violation below 0");
    require(experiment.parse(experiment.describe(genome), "described.txt") == genome, "read back as another");
  });
}

}  // namespace

void run(std::string_view input) {
  // Ids with blanks, one the beginning of another; names of nodes with what else is allowed.
  static const std::string pool =
      std::string(party::small_pool) + "a b,Ann Bo,elf,sun,tank,81,510\n#,No,orc,sun,tank,82,520\n";
  static const auto roster = std::make_shared<const party::Roster>(
      party::read_texts(party::with(party::small_puzzle, R"("middle")", R"("mid; dle")"), pool));
  static ProblemExperiment<party::PartyProblem> puzzle("party", party::PartyProblem(roster, {}));
  static ProblemExperiment<OneMax> bits("onemax", OneMax(20));
  check(puzzle, input);
  check(bits, input);
}

}  // namespace skerry::fuzz
