#include "puzzles/party/generate/binding.hpp"

#include "skerry/app/files.hpp"
#include "skerry/app/settings.hpp"
#include "skerry/random.hpp"

#include "app/terminal/console.hpp"
#include "puzzles/party/proof/certificate.hpp"
#include "puzzles/party/proof/prover.hpp"
#include "puzzles/party/puzzle/impossible_rule.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/search/annealing.hpp"
#include "puzzles/party/search/constructor.hpp"
#include "puzzles/party/search/roster.hpp"
#include "puzzles/party/validate/validation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

namespace {

using Heroes = std::vector<std::uint32_t>;

constexpr double move_of_synergy = 0.1;
constexpr int annealings_a_price = 12;
constexpr std::uint64_t steps_of_an_annealing = 600'000;
constexpr std::uint64_t polls_of_a_proof = 30'000;
constexpr std::uint64_t polls_of_a_cost = 1'000;

/// Anneals for the cheapest party of a puzzle; returns an empty one where none meets the rules.
Heroes anneal(const Puzzle& puzzle, std::uint64_t seed) {
  const Roster roster(puzzle);
  Annealing annealing(roster);
  Constructor constructor(roster, {});
  Random random(seed, 0, Purpose::construction);
  Heroes best;
  double least = 0;
  for (int i = 0; i < annealings_a_price; ++i) {
    Board board(roster);
    constructor.fill(board, random);
    annealing(board, steps_of_an_annealing, random);
    const Score score = board.score();
    if (score.violation > 0 || (!best.empty() && score.fitness >= least)) continue;
    least = score.fitness;
    best.clear();
    for (const std::uint32_t hero : board.heroes()) best.push_back(roster.pool_index(hero));
  }
  return best;
}

double price_of(const Puzzle& puzzle, const Heroes& party) {
  return score(puzzle, party).fitness;
}

std::function<bool()> after_polls(std::uint64_t most) {
  return [most, polls = std::uint64_t{0}]() mutable { return ++polls > most; };
}

std::string coins(double price) {
  return fmt::format("{} coins", grouped(static_cast<std::uint64_t>(price)));
}

std::string price_in_words(const PriceAnswer& answer) {
  if (answer.proven) return coins(*answer.best) + ", proven";
  if (!answer.best) return answer.bound ? coins(*answer.bound) + " or more" : "not decided";
  return answer.bound ? fmt::format("{} to {}", grouped(static_cast<std::uint64_t>(*answer.bound)),
                                    coins(*answer.best))
                      : coins(*answer.best) + " or less";
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

  /// Tells whether every rule costs enough, by the parties that annealing finds.
  bool binds() {
    progress_("annealing with all rules");
    best_ = anneal(read_, settings_.seed);
    if (best_.empty()) return false;
    without_.resize(read_.requirements.size() + 1);
    for (std::size_t i = 0; i < without_.size(); ++i) {
      // Rules on values come first, since they bind least often; the synergy comes last.
      const std::size_t rule = i + 1 == without_.size() ? i : without_.size() - 2 - i;
      const Puzzle without = with_rule(read_, rule, lower_bound(rule), {});
      progress_("annealing without " + rule_text(rule));
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
    const Findings findings = prover.prove(best_, after_polls(polls_of_a_proof));
    best_ = findings.best;
    answer_ = answer_of(findings, prover.whole());
    proof_ = certificate_text(read_, prover.whole(), findings);
    for (std::size_t rule = 0; rule < without_.size(); ++rule) {
      const Puzzle without = with_rule(read_, rule, lower_bound(rule), {});
      if (price_of(without, without_[rule]) > most_without()) return false;
      progress_("proving the price without " + rule_text(rule));
      costs_.push_back({rule_text(rule), prove_from(without, without_[rule])});
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
    std::string& toml = files_.puzzle_toml;
    toml.insert(toml.find('\n') + 1, fmt::format("# Found: {}\n", fmt::join(lines, "\n#   ")));
    if (answer_.proven) toml += fmt::format("\n[optimum]\nfitness = {}\n", *answer_.best);
    return {std::move(files_), std::move(lines), std::move(proof_), draws};
  }

 private:
  bool lower_bound(std::size_t rule) const {
    return rule == read_.requirements.size() || read_.requirements[rule].at_least.has_value();
  }
  std::string rule_text(std::size_t rule) const {
    return rule == read_.requirements.size() ? synergy_rule(read_) : read_.requirements[rule].text;
  }
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
  std::vector<Heroes> without_;  // [rule] the synergy last
  Heroes looser_;
  PriceAnswer answer_;
  std::vector<std::pair<std::string, PriceAnswer>> costs_;  // of each rule: the price without it
  PriceAnswer looser_answer_;
  std::optional<PriceAnswer> tighter_answer_;  // none where the synergy would be above 1
  std::string proof_;
};

}  // namespace

std::optional<BindingPuzzle> generate_binding(GenerateSettings settings, std::uint32_t most_draws,
                                              const std::function<void(const std::string&)>& progress) {
  for (settings.draw = 0; settings.draw < most_draws; ++settings.draw) {
    try {
      Candidate candidate(settings, [&](const std::string& what) {
        progress(fmt::format("pool {}: {}", settings.draw + 1, what));
      });
      if (candidate.binds() && candidate.prove()) return candidate.take(settings.draw + 1);
    } catch (const ImpossibleRule&) {
      // No party of this pool can meet one of the rules, whatever the others say.
    }
  }
  return std::nullopt;
}

}  // namespace skerry::party
