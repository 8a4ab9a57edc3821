#include "designer/request/binding.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/detail/text.hpp"

#include "app/terminal/console.hpp"
#include "designer/answers/answer_text.hpp"
#include "designer/answers/validation.hpp"
#include "designer/proof/prover.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"
#include "puzzles/party/search/annealing.hpp"
#include "puzzles/party/search/constructor.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/core.h>

namespace skerry::party {

namespace {

using Heroes = std::vector<std::uint32_t>;

constexpr double move_of_synergy = 0.1;
constexpr std::uint32_t annealings_a_price = 12;
constexpr std::uint64_t polls_of_a_proof = 30'000;
constexpr std::uint64_t polls_of_a_cost = 1'000;
constexpr std::uint32_t constructions_a_pool = 5'000;

double price_of(const Puzzle& puzzle, const Heroes& party) {
  return score(puzzle, party).fitness;
}

Heroes anneal(const Puzzle& puzzle, std::uint64_t seed) {
  return anneal_party(Roster(puzzle), annealings_a_price, steps_of_an_annealing, seed);
}

std::function<bool()> after_polls(std::uint64_t most) {
  return [most, polls = std::uint64_t{0}]() mutable { return ++polls > most; };
}

std::string price_in_words(const PriceAnswer& answer) {
  return price_text(answer, "coins") + (answer.proven ? ", proven" : "");
}

/// One pool, and what is found out about the puzzle on it.
class Candidate {
 public:
  Candidate(const GenerateSettings& settings, std::function<void(const std::string&)> progress)
      : settings_(settings), progress_(std::move(progress)) {
    files_ = generate(settings);
    Files files;
    files.provide(settings.pool_file, files_.pool_csv);
    read_ = read_puzzle(Settings::parse(files_.puzzle_toml, "puzzle.toml", Settings::Kind::data), files);
  }

  /// Tells whether Algorithm 1 builds parties that meet every rule often enough.
  bool buildable() {
    if (settings_.buildable == 0) return true;
    progress_("constructing parties");
    const Roster roster(read_);
    Constructor constructor(roster, {});
    Board board(roster);
    Random random(settings_.seed, 0, Purpose::construction);
    for (std::uint32_t i = 0; i < constructions_a_pool; ++i) {
      board.clear();
      constructor.attempt(board, random);
    }
    built_ = static_cast<double>(constructor.failures().successes) / constructions_a_pool;
    return built_ >= settings_.buildable;
  }

  /// Tells whether every rule costs enough, by the parties that annealing finds.
  bool binds() {
    progress_("annealing with all rules");
    best_ = anneal(read_, settings_.seed);
    if (best_.empty()) return false;
    without_.resize(read_.requirements.size() + 1);
    for (std::size_t i = 0; i < without_.size(); ++i) {
      // Rules on values come first, since they bind least often; the synergy comes last.
      const std::size_t rule = i + 1 == without_.size() ? i : without_.size() - 2 - i;
      const Puzzle without = with_rule(read_, rule, true, {});
      progress_("annealing without " + rule_text(read_, rule));
      without_[rule] = anneal(without, settings_.seed);
      if (without_[rule].empty() || price_of(without, without_[rule]) > most_without()) return false;
    }
    looser_ = anneal(with_synergy(-move_of_synergy), settings_.seed);
    return !looser_.empty() && price_of(read_, looser_) < price_of(read_, best_);
  }

  /// Proves the price and what the rules cost, as far as the effort reaches; returns whether they still cost
  /// enough.
  bool prove() {
    Prover prover(read_);
    progress_("proving the price");
    findings_ = prover.prove(best_, after_polls(polls_of_a_proof));
    best_ = findings_.best;
    answer_ = answer_of(findings_, prover.whole());
    for (std::size_t rule = 0; rule < without_.size(); ++rule) {
      const Puzzle without = with_rule(read_, rule, true, {});
      if (price_of(without, without_[rule]) > most_without()) return false;
      progress_("proving the price without " + rule_text(read_, rule));
      costs_.push_back({rule_text(read_, rule), prove_from(without, without_[rule])});
    }
    if (price_of(read_, looser_) >= price_of(read_, best_)) return false;
    looser_answer_ = prove_from(with_synergy(-move_of_synergy), looser_);
    if (read_.synergy.at_least + move_of_synergy > 1 + tolerance) return true;
    const Puzzle tighter = with_synergy(move_of_synergy);
    Prover of_tighter(tighter);
    const std::int64_t cost = of_tighter.whole().cost(best_);
    progress_("proving that a higher synergy costs more");
    const Listing listing = of_tighter.list(cost, 1, after_polls(polls_of_a_proof));
    if (!listing.parties.empty()) return false;
    PriceAnswer& answer = tighter_answer_.emplace();
    if (listing.complete) answer.bound = of_tighter.whole().objective(cost + of_tighter.whole().price_step);
    return true;
  }

  /// Returns the puzzle with what was proven.
  BindingPuzzle take(std::uint32_t draws) {
    std::vector<std::string> lines = {fmt::format("the cheapest party costs {}", price_in_words(answer_))};
    for (const auto& [rule, without] : costs_) {
      const double falls = 100 * (1 - *without.best / *answer_.best);
      lines.push_back(fmt::format("without {}: {}, {}{:.1f} % less", rule, price_in_words(without),
                                  without.proven && answer_.proven ? "" : "at least ", falls));
    }
    lines.push_back(
        fmt::format("with a synergy lower by {}: {}", move_of_synergy, price_in_words(looser_answer_)));
    if (tighter_answer_) {
      lines.push_back(
          fmt::format("with a synergy higher by {}: {}", move_of_synergy, price_in_words(*tighter_answer_)));
    }
    if (settings_.buildable > 0) {
      lines.push_back(fmt::format("{:.1f} % of {} guided constructions meet every rule", 100 * built_,
                                  grouped(constructions_a_pool)));
    }
    std::string& toml = files_.puzzle_toml;
    toml.insert(toml.find('\n') + 1, fmt::format("# Found: {}\n", joined(lines, "\n#   ")));
    if (answer_.proven) toml += fmt::format("\n[optimum]\nfitness = {}\n", *answer_.best);
    return {std::move(files_), std::move(lines), certificate_text(read_, integer_puzzle(read_), findings_),
            draws};
  }

 private:
  double most_without() const { return (1 - settings_.binding) * price_of(read_, best_); }
  Puzzle with_synergy(double step) const {
    return with_rule(read_, read_.requirements.size(), true,
                     std::round((read_.synergy.at_least + step) * 1000) / 1000);
  }
  static PriceAnswer prove_from(const Puzzle& puzzle, const Heroes& party) {
    Prover prover(puzzle);
    return answer_of(prover.prove(party, after_polls(polls_of_a_cost)), prover.whole());
  }

  const GenerateSettings& settings_;
  std::function<void(const std::string&)> progress_;
  Generated files_;
  Puzzle read_;
  Heroes best_;
  double built_ = 0;             // the share of guided constructions that meet every rule
  std::vector<Heroes> without_;  // [rule] the synergy last
  Heroes looser_;
  Findings findings_;
  PriceAnswer answer_;
  std::vector<std::pair<std::string, PriceAnswer>> costs_;  // of each rule: the price without it
  PriceAnswer looser_answer_;
  std::optional<PriceAnswer> tighter_answer_;  // none where the synergy would be above 1
};

}  // namespace

std::optional<BindingPuzzle> generate_binding(GenerateSettings settings, std::uint32_t most_draws,
                                              const std::function<void(const std::string&)>& progress) {
  for (settings.draw = 0; settings.draw < most_draws; ++settings.draw) {
    try {
      Candidate candidate(settings, [&](const std::string& what) {
        progress(fmt::format("pool {}: {}", settings.draw + 1, what));
      });
      if (candidate.buildable() && candidate.binds() && candidate.prove())
        return candidate.take(settings.draw + 1);
    } catch (const ImpossibleRule&) {
      // No party of this pool can meet one of the rules, whatever the others say.
    }
  }
  return std::nullopt;
}

}  // namespace skerry::party
