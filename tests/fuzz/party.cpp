// The input is the text of a solution, as `skerry check` reads it, for a small puzzle.
#include "skerry/app/concrete_problem.hpp"

#include "fuzz.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "puzzles/party/search/problem.hpp"
#include "unit/puzzles/party/puzzles.hpp"

namespace skerry::fuzz::of_party {
namespace {

/// Judges a text that is a solution, and reads its description back as the same solution.
void check(AnyProblem& problem, std::string_view text) {
  accepted([&] {
    const auto genome = problem.parse(text, "party.txt");
    const Assessment assessment = problem.assess(genome);
    require(assessment.score.violation >= 0, "a violation below 0");
    require(problem.parse(problem.describe(genome), "described.txt") == genome, "read back as another");
  });
}

void run(std::string_view input) {
  // Ids contain blanks, one id is the beginning of another, and a node's name contains unusual characters.
  static const std::string pool =
      std::string(party::small_pool) + "a b,Ann Bo,elf,sun,tank,81,510\n#,No,orc,sun,tank,82,520\n";
  static const auto roster = std::make_shared<const party::Roster>(
      party::read_texts(party::with(party::small_puzzle, R"("middle")", R"("mid; dle")"), pool));
  static ConcreteProblem<party::PartyProblem> puzzle("party", party::PartyProblem(roster, {}));
  static ConcreteProblem<OneMax> bits("onemax", OneMax(20));
  check(puzzle, input);
  check(bits, input);
}

}  // namespace

const Target target("party", run);

}  // namespace skerry::fuzz::of_party
