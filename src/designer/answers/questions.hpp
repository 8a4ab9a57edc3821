#pragma once

#include "designer/answers/validation.hpp"
#include "puzzles/stopwatch.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

/// An optional value is null, or the value.
template <typename T>
struct nlohmann::adl_serializer<std::optional<T>> {
  static void to_json(json& to, const std::optional<T>& from) {
    if (from) {
      to = *from;
    } else {
      to = nullptr;
    }
  }
  static void from_json(const json& from, std::optional<T>& to) {
    if (from.is_null()) {
      to.reset();
    } else {
      to = from.get<T>();
    }
  }
};

namespace skerry::party {

// The answers as they are kept, with heroes by their numbers in the pool; `--json` shows them to users.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PriceAnswer, solvable, best, bound, proven)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CatalogueEntry, party, placements)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Solutions, teams, placements, complete, cut, catalogue_cut)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(HeroShare, hero, share)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ValueShare, property, value, share)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PlayerAnswer, constructions, synergetic, feasible, attempts)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(OwnerAnswer, share, heroes, players, solving, all)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Listed, solutions, catalogue, heroes, values, cheapest)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Played, player, random_owners, owner)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(IslandHistory::NewBest, generation, island, fitness)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(IslandHistory, generations, best, diversity, new_bests, individuals_sent,
                                   restarts)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(IslandsAnswer, count, generations, evaluations, party, history)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Clash::Relaxation, rule, bound, text)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Clash, rules, relaxations, irreducible)

/// The answers about one puzzle so far, each by its question, with the seconds that they took. A file of them
/// is replaced in one step after each answer; a validation that was killed takes from it what is there and
/// asks the rest.
class KeptAnswers {
 public:
  using Json = nlohmann::json;

  /// Keeps the answers for the time of this object.
  KeptAnswers() = default;

  /// Takes over the answers of that file, which need not exist. Where they were given another number of
  /// `seconds` in all, those that were cut short by it are left out. Nothing is kept once `stop` says that
  /// the validation is interrupted. Throws DataError where the file is of another kind.
  KeptAnswers(std::filesystem::path file, double seconds, std::function<bool()> stop);

  /// Returns the seconds that the answers took: those before the last one that was found, and since then.
  double seconds() const { return before_ + watch_.seconds(); }

  /// Returns the answer to a question, valid until the next one is kept; null where there is none.
  const Json* find(const std::string& question);

  /// Keeps an answer. One that is not `final` would come out better with more seconds.
  void keep(const std::string& question, Json answer, bool final);

  /// Returns the answer to a question: the one that is kept, or else that of `work`, which is then kept, as
  /// final where `is_final` says so.
  template <typename Work, typename IsFinal>
  auto ask(const std::string& question, const Work& work, const IsFinal& is_final) {
    using Answer = decltype(work());
    if (const Json* known = find(question)) return known->get<Answer>();
    Answer answer = work();
    keep(question, answer, is_final(answer));
    return answer;
  }

  /// Returns the file, or an empty path.
  const std::filesystem::path& file() const { return file_; }

 private:
  struct Entry {
    Json answer;
    double seconds = 0;
    bool final = false;
  };

  std::filesystem::path file_;
  std::function<bool()> stop_ = [] { return false; };
  double limit_ = 0;
  std::map<std::string, Entry> entries_;
  double before_ = 0;
  Stopwatch watch_;
};

/// Returns the file in a folder that keeps the answers about a puzzle. Its name has a digest of the contents
/// of the puzzle's files, of the settings on which the answers depend, seconds aside, and of the version.
std::filesystem::path kept_file(const std::filesystem::path& folder, const std::filesystem::path& puzzle,
                                const std::map<std::string, std::string>& digests_of_inputs,
                                const ValidationSettings& settings);

/// Gives each question of a validation its time, and keeps its answer.
class Questions {
 public:
  Questions(const ValidationSettings& settings, KeptAnswers& kept, std::function<bool()> over)
      : settings_(&settings), kept_(&kept), over_(std::move(over)) {}

  bool over() const { return over_(); }
  /// Returns a function that tells whether the time of a question that begins now is over.
  std::function<bool()> limit() const {
    return
        [this, watch = Stopwatch()] { return over_() || watch.seconds() >= settings_->seconds_a_question; };
  }
  /// Returns the answer to a question for a price, by `work` where none is kept.
  template <typename Work>
  PriceAnswer ask(const std::string& question, const Work& work) const {
    return kept_->ask(question, work, [](const PriceAnswer& answer) { return answer.proven; });
  }
  std::uint64_t seed() const { return settings_->seed; }
  double seconds() const { return settings_->seconds_a_question; }

 private:
  const ValidationSettings* settings_;
  KeptAnswers* kept_;
  std::function<bool()> over_;
};

/// Adds what each rule costs: the price without it, and with its bound a step tighter and looser. A step is 1
/// for sums, averages and numbers of heroes, and half an edge for the synergy.
void price_rules(Validation& validation, const Puzzle& puzzle, const Questions& questions);

/// Returns the place of the requirement with that property, the first of them. Throws UsageError, with the
/// properties that there are, where there is none.
std::size_t requirement_on(const Puzzle& puzzle, const std::string& property);

/// Adds the front of the price against the synergy, at levels from 0.5 to 1, if the puzzle asks for one.
void trace_synergy_front(Validation& validation, const Puzzle& puzzle, const Questions& questions);

/// Adds the front of the price against the bound of a requirement, at three steps to either side.
void trace_front(Validation& validation, const Puzzle& puzzle, std::size_t rule, const Questions& questions);

}  // namespace skerry::party
