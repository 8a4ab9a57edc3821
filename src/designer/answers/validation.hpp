#pragma once

#include "skerry/recorder.hpp"

#include "designer/proof/clash.hpp"
#include "designer/proof/prover.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {
class Communicator;
}

namespace skerry::party {

/// What each island did, as far as a figure shows it.
struct IslandHistory {
  static constexpr std::size_t most_points = 200;

  struct NewBest {
    std::uint64_t generation = 0;
    std::uint64_t island = 0;
    double fitness = 0;
  };

  std::vector<std::uint64_t> generations;  ///< the first and the last and some between: at most most_points
  std::vector<std::vector<std::optional<double>>>
      best;  ///< [island][point] best of the population, none where it is infeasible
  std::vector<std::vector<double>> diversity;   ///< [island][point] fitness diversity, in [0, 1]
  std::vector<NewBest> new_bests;               ///< feasible, and better than all before on any island
  std::vector<std::uint64_t> individuals_sent;  ///< [island] to other islands
  std::uint64_t restarts = 0;                   ///< of all islands
};

/// Keeps what IslandHistory needs, on the first rank.
class HistoryRecorder : public Recorder {
 public:
  explicit HistoryRecorder(Direction direction) : direction_(direction) {}

  RunStart begin(const RunDescription& /*run*/, const Mpi& /*mpi*/) override { return {}; }
  void record(const EpochRecord& epoch) override;
  void end(const Outcome& /*outcome*/, const std::string& /*solution*/) override {}

  /// Returns the history of a run; empty on the other ranks.
  IslandHistory history() const;

 private:
  void take_new_bests(const EpochRecord& epoch);

  Direction direction_;
  std::size_t islands_ = 0;
  std::vector<Statistics> rows_;  // [generation][island]
  std::vector<IslandHistory::NewBest> new_bests_;
  std::vector<std::uint64_t> individuals_sent_;
};

/// The settings of a validation.
struct ValidationSettings {
  double within = 0.02;  ///< parties that cost up to this part more than the cheapest are counted
  double seconds = 60;   ///< for all answers about one puzzle; what is open then is told as open
  double seconds_a_question =
      3;  ///< for each of the prices with a change: a hero or a rule less, a bound moved
  std::uint64_t catalogue = 10;         ///< different parties to show
  std::uint64_t most_shown = 1000;      ///< of them; a longer catalogue is cut
  std::uint64_t differ = 2;             ///< heroes in which each two of them differ at least
  std::uint64_t most_listed = 100'000;  ///< parties to list; a longer list is cut
  std::uint64_t constructions = 1000;   ///< parties that Algorithm 1 tries to build
  std::uint64_t players = 10;  ///< random players of each share of the pool, who divide as many constructions
  std::uint64_t seed = 1;
  std::string front;  ///< the property of a requirement whose front against the price is asked, or empty
};

/// What the cheapest party costs, as values of the objective.
struct PriceAnswer {
  std::optional<bool> solvable;  ///< none: not decided
  std::optional<double> best;    ///< the price of a party
  std::optional<double> bound;   ///< no party is cheaper
  bool proven = false;           ///< best and bound are the same, or no party exists
};

/// Returns findings as values of the objective.
PriceAnswer answer_of(const Findings& findings, const IntegerPuzzle& whole);

struct CatalogueEntry {
  std::vector<std::uint32_t> party;  ///< [node] hero of the pool: the first placement found
  std::uint64_t placements = 0;      ///< of the same heroes on other nodes, this one included
};

/// The parties that cost up to `within` more than the cheapest.
struct Solutions {
  std::uint64_t teams = 0;       ///< different sets of heroes
  std::uint64_t placements = 0;  ///< of all teams
  bool complete = false;         ///< there are no others; else these are "at least"
  std::string cut{};             ///< why not, else empty: "the list was cut at 100,000 parties"
  std::string catalogue_cut{};   ///< why the catalogue has fewer parties than it might, else empty
};

struct HeroShare {
  std::uint32_t hero = 0;
  double share = 0;  ///< of all solutions, in [0, 1]
};

struct ValueShare {
  std::string property, value;
  double share = 0;  ///< of all places in all solutions, in [0, 1]
};

/// The price without a rule, and with its bound a step tighter or looser.
struct RulePrice {
  struct Other {
    std::string text;
    PriceAnswer answer;
  };
  std::string rule;
  PriceAnswer without;
  std::optional<Other> tighter, looser;
};

/// The price of the cheapest party against the bound of one rule, the others as they are.
struct Front {
  struct Point {
    double bound = 0;
    PriceAnswer answer;
  };
  std::string rule;           ///< "synergy", or the property of a requirement
  bool lower_bound = true;    ///< whether the bound is an at_least
  std::vector<Point> points;  ///< the looser bounds first
};

/// How parties come out that Algorithm 1 builds, as a player might: guided by synergy, one after the other.
struct PlayerAnswer {
  std::uint64_t constructions = 0;
  double synergetic = 0;           ///< the share that meets the synergy
  double feasible = 0;             ///< the share that meets every rule
  std::optional<double> attempts;  ///< constructions until one meets every rule, on average
};

/// How parties come out that are built of the heroes that players own, and of those that the puzzle locks.
struct OwnerAnswer {
  double share = 0;           ///< of the pool that a player owns
  std::uint64_t heroes = 0;   ///< that a player owns
  std::uint64_t players = 0;  ///< each with heroes of their own
  std::uint64_t solving = 0;  ///< players of whom one construction or more met every rule
  PlayerAnswer all;           ///< the constructions of all players together
};

/// What the islands did before the proof began.
struct IslandsAnswer {
  std::size_t count = 0;
  std::uint64_t generations = 0;
  std::uint64_t evaluations = 0;
  std::vector<std::uint32_t> party;  ///< [node] hero of the pool; empty where none met every rule
  IslandHistory history;             ///< on the first rank
};

/// The parties near the cheapest.
struct Listed {
  std::optional<Solutions> solutions;
  std::vector<CatalogueEntry> catalogue;
  std::vector<HeroShare> heroes;  ///< the most used first
  std::vector<ValueShare> values;
  std::vector<std::uint32_t> cheapest;  ///< [node] hero of the pool
};

/// How hard a puzzle is for players who build parties by Algorithm 1.
struct Played {
  std::optional<PlayerAnswer> player;
  std::vector<OwnerAnswer> random_owners;  ///< players who own a random part of the pool, the smallest first
  std::optional<OwnerAnswer> owner;        ///< the configuration's player, where some heroes are owned
};

struct Validation : Listed, Played {
  PriceAnswer answer;
  Findings findings;
  IntegerPuzzle whole;
  double seconds = 0;              ///< after the islands, until the price was proven, or given up
  double total_seconds = 0;        ///< for all answers and the islands
  std::optional<Clash> clash;      ///< rules that no party can meet together
  std::vector<std::string> tried;  ///< what was done, in sentences
  std::optional<PriceAnswer> without_most_used;
  std::vector<RulePrice> rule_prices;
  std::vector<Front> fronts;
  std::optional<IslandsAnswer> islands;
};

class KeptAnswers;

/// Answers a designer's questions about a puzzle, the most important first, until the time is over or `stop`
/// says so. The proof begins with the party that the islands found, or goes on from where `kept` has it; what
/// is answered there is not asked again. Long searches are shared with the other ranks of `world`, which are
/// in serve_searches() in the meantime; null: there are none. `progress` gets a sentence now and then. Throws
/// DataError where the proof that was kept does not hold.
Validation validate(const Puzzle& puzzle, const ValidationSettings& settings, const IslandsAnswer& islands,
                    KeptAnswers& kept, Communicator* world, const std::function<bool()>& stop,
                    const std::function<void(const std::string&)>& progress);

/// Returns a puzzle with another bound of one rule, or without the rule where `bound` is none. The rule is an
/// index of Puzzle::requirements, or their number for the synergy.
Puzzle with_rule(const Puzzle& puzzle, std::size_t rule, bool lower_bound, std::optional<double> bound);

/// Returns the text of that rule.
std::string rule_text(const Puzzle& puzzle, std::size_t rule);

/// Reads a part of a whole, in [0, 1]: "2%" or "0.02". Returns none for any other text.
std::optional<double> parse_part(std::string_view text);

}  // namespace skerry::party
