#include "designer/answers/validation.hpp"

#include "skerry/error.hpp"

#include "designer/answers/questions.hpp"
#include "designer/answers/solutions.hpp"
#include "engine/communication/island_threads.hpp"
#include "puzzles/party/bound/search.hpp"
#include "puzzles/party/search/annealing.hpp"
#include "puzzles/stopwatch.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <future>
#include <limits>
#include <mutex>
#include <system_error>
#include <utility>

#include <fmt/core.h>

namespace skerry::party {

void HistoryRecorder::record(const EpochRecord& epoch) {
  islands_ = epoch.islands;
  rows_.insert(rows_.end(), epoch.statistics.begin(), epoch.statistics.end());
  take_new_bests(epoch);
  individuals_sent_.resize(islands_);
  for (std::size_t island = 0; island < epoch.migration.size(); ++island)
    individuals_sent_[island] += epoch.migration[island].individuals_sent;
}

void HistoryRecorder::take_new_bests(const EpochRecord& epoch) {
  for (const Improvement& found : epoch.improvements) {
    if (found.violation > 0) continue;
    const bool better = new_bests_.empty() || key_of({0, found.fitness}, direction_) <
                                                  key_of({0, new_bests_.back().fitness}, direction_);
    if (better) new_bests_.push_back({found.generation, found.island, found.fitness});
  }
}

IslandHistory HistoryRecorder::history() const {
  IslandHistory history;
  if (rows_.empty()) return history;
  history.best.resize(islands_);
  history.diversity.resize(islands_);
  history.new_bests = new_bests_;
  history.individuals_sent = individuals_sent_;
  const std::size_t last = rows_.size() / islands_ - 1;
  const std::size_t points = std::min(last + 1, IslandHistory::most_points);
  for (std::size_t point = 0; point < points; ++point) {
    const std::size_t generation = points == 1 ? 0 : last * point / (points - 1);
    history.generations.push_back(generation);
    for (std::size_t island = 0; island < islands_; ++island) {
      const Statistics& row = rows_[generation * islands_ + island];
      history.best[island].push_back(row.violation > 0 ? std::nullopt : std::optional(row.best));
      history.diversity[island].push_back(row.fitness_diversity);
    }
  }
  for (std::size_t island = 0; island < islands_; ++island)
    history.restarts += rows_[last * islands_ + island].restarts;
  return history;
}

namespace {

constexpr const char* proof = "proof";
constexpr const char* end_of_proof = "end of the proof";
/// How much of the time the proof takes before the other answers. It goes on beside them, or after them where
/// no core is idle.
constexpr double first_part_of_proof = 0.5;
/// A proof that takes longer than this part gets a better party to begin with, for which it waits as long.
constexpr double quick_part_of_proof = 0.05;

/// Returns what was proven of the price before, with the party that islands found where nothing is kept.
Findings recall_proof(const Puzzle& puzzle, const Prover& prover, const std::optional<IslandsAnswer>& islands,
                      KeptAnswers& kept, const std::function<bool()>& over,
                      const std::function<void(const std::string&)>& progress) {
  Findings known;
  if (const auto* certificate = kept.find(proof)) {
    const std::string text = certificate->dump();
    known = read_certificate(puzzle, prover.whole(), text, kept.file().string());
    if (known.complete || over()) return known;
    progress("verifying the proof so far");
    const ProofVerdict verdict = verify_proof(puzzle, text, kept.file().string());
    if (!verdict.holds)
      throw DataError(
          fmt::format("the proof that {} has kept does not hold: {}; without the file the "
                      "validation begins anew",
                      kept.file().string(), verdict.text));
  } else if (islands && !islands->party.empty()) {
    known.best = islands->party;
    known.best_cost = prover.whole().cost(known.best);
  }
  return known;
}

void keep_proof(const Findings& findings, const Puzzle& puzzle, const Prover& prover, KeptAnswers& kept) {
  if (kept.file().empty() || (findings.best.empty() && findings.stages.empty())) return;
  kept.keep(proof, KeptAnswers::Json::parse(certificate_text(puzzle, prover.whole(), findings)), true);
}

/// Proves the price, from what is known, and keeps what it proves.
Findings prove_price_from(Findings known, const Puzzle& puzzle, Prover& prover, KeptAnswers& kept,
                          const std::function<bool()>& over,
                          const std::function<void(const std::string&)>& progress) {
  std::optional<std::int64_t> bound;
  Stopwatch since_kept;
  Findings findings = prover.prove_on(std::move(known), over, [&](const Findings& so_far) {
    const PriceAnswer answer = answer_of(so_far, prover.whole());
    progress(fmt::format(
        "{}, bound {}",
        answer.best ? fmt::format("best {:.10g}", *answer.best) : said(puzzle.naming, "no {party} yet"),
        answer.bound ? fmt::format("{:.10g}", *answer.bound) : "none"));
    if (so_far.bound == bound && since_kept.seconds() < 1) return;  // parties may come one after the other
    bound = so_far.bound;
    since_kept = Stopwatch();
    keep_proof(so_far, puzzle, prover, kept);
  });
  keep_proof(findings, puzzle, prover, kept);
  return findings;
}

/// Looks by annealing for a cheaper party than the best known.
void anneal(Validation& validation, const Puzzle& puzzle, const Prover& prover,
            const ValidationSettings& settings, const std::function<bool()>& over) {
  const Stopwatch watch;
  const auto stop = [&] { return over() || watch.seconds() >= quick_part_of_proof * settings.seconds; };
  std::vector<std::uint32_t> party = anneal_party(Roster(puzzle), std::numeric_limits<std::uint32_t>::max(),
                                                  steps_of_an_annealing, settings.seed, stop);
  if (party.empty()) return;
  const std::int64_t cost = prover.whole().cost(party);
  Findings& known = validation.findings;
  if (!known.best.empty() && known.best_cost <= cost) return;
  known.best = std::move(party);
  known.best_cost = cost;
}

/// A proof that goes on, on a thread of its own, while the other questions are answered.
class ProofBeside {
 public:
  /// `puzzle` must outlive this object; `stop` is called on that thread.
  ProofBeside(const Puzzle& puzzle, const Findings& known, double program_seconds,
              const std::function<bool()>& stop)
      : so_far_(known), proof_(std::async(std::launch::async, [this, &puzzle, known, program_seconds, stop] {
          const Stopwatch watch;
          Prover prover(puzzle);
          prover.limit_programs(program_seconds);
          const Findings found = prover.prove_on(
              known, [&] { return ended_ || stop(); }, [this](const Findings& next) { take(next); });
          take(found);
          return watch.seconds();
        })) {}
  ProofBeside(const ProofBeside&) = delete;
  ProofBeside& operator=(const ProofBeside&) = delete;
  ProofBeside(ProofBeside&&) = delete;
  ProofBeside& operator=(ProofBeside&&) = delete;
  ~ProofBeside() { ended_ = true; }

  Findings so_far() {
    const std::scoped_lock lock(mutex_);
    return so_far_;
  }

  /// Waits until the proof is complete or `over` says so, and calls work() now and then; returns the seconds
  /// that the proof took.
  template <typename Work>
  double end(const std::function<bool()>& over, const Work& work) {
    constexpr auto between_looks = std::chrono::milliseconds(20);
    for (; proof_.wait_for(between_looks) != std::future_status::ready; work()) ended_ = ended_ || over();
    return proof_.get();
  }

 private:
  void take(const Findings& found) {
    const std::scoped_lock lock(mutex_);
    so_far_ = found;
  }

  std::atomic<bool> ended_ = false;
  std::mutex mutex_;
  Findings so_far_;
  std::future<double> proof_;  // the last member, since its thread uses the others; its destructor waits
};

/// Lists the parties near the cheapest, or takes them from what was kept.
void list_or_recall(Validation& validation, Prover& prover, const Puzzle& puzzle,
                    const ValidationSettings& settings, KeptAnswers& kept,
                    const std::function<bool()>& over) {
  const char* question = "solutions";
  if (const auto* known = kept.find(question)) {
    known->at("number").get_to(validation.solutions);
    known->at("catalogue").get_to(validation.catalogue);
    known->at("heroes").get_to(validation.heroes);
    known->at("values").get_to(validation.values);
    known->at("party").get_to(validation.findings.best);
    return;
  }
  const double half = (settings.seconds - kept.seconds()) / 2;
  prover.limit_programs(std::max(1.0, half / 3));
  prover.limit_others(half);
  list_solutions(validation, prover, puzzle, settings,
                 [&, since = Stopwatch()] { return over() || since.seconds() >= half; });
  kept.keep(question,
            {{"number", validation.solutions},
             {"catalogue", validation.catalogue},
             {"heroes", validation.heroes},
             {"values", validation.values},
             {"party", validation.findings.best}},
            validation.solutions->complete);
}

/// Has players build parties, or takes what came of it from what was kept.
void play_or_recall(Validation& validation, const Puzzle& puzzle, const ValidationSettings& settings,
                    KeptAnswers& kept, const std::function<bool()>& over) {
  const char* question = "player";
  if (const auto* known = kept.find(question)) {
    known->at("all").get_to(validation.player);
    known->at("owner").get_to(validation.owner);
    known->at("random_owners").get_to(validation.random_owners);
    return;
  }
  play(validation, puzzle, settings, over);
  kept.keep(
      question,
      {{"all", validation.player}, {"owner", validation.owner}, {"random_owners", validation.random_owners}},
      !over());
}

}  // namespace

PriceAnswer answer_of(const Findings& findings, const IntegerPuzzle& whole) {
  PriceAnswer answer;
  answer.proven = findings.complete;
  if (!findings.best.empty()) {
    answer.solvable = true;
    answer.best = whole.objective(findings.best_cost);
  } else if (findings.complete) {
    answer.solvable = false;
    return answer;
  }
  if (findings.bound) answer.bound = whole.objective(*findings.bound);
  return answer;
}

Validation validate(const Puzzle& puzzle, const ValidationSettings& settings,
                    const std::optional<IslandsAnswer>& islands, KeptAnswers& kept, Communicator* world,
                    const std::function<bool()>& stop,
                    const std::function<void(const std::string&)>& progress) {
  const double begun = kept.seconds();
  const auto over = [&] { return kept.seconds() >= settings.seconds || stop(); };
  const Questions questions(settings, kept, over);
  Validation validation;
  Prover prover(puzzle);
  prover.limit_programs(std::max(1.0, settings.seconds / 3));
  std::optional<SharedSearch> shared;
  if (world != nullptr) prover.share(shared.emplace(prover.whole(), *world));
  prover.limit_others(settings.seconds - kept.seconds());
  validation.whole = prover.whole();
  validation.islands = islands;
  if (islands) {
    validation.tried.push_back(fmt::format("{} generations on {} island{}, {} evaluations",
                                           islands->generations, islands->count,
                                           islands->count == 1 ? "" : "s", islands->evaluations));
  }
  const bool none_known = !islands || islands->party.empty();
  if (none_known) {
    progress("looking for rules that clash");
    validation.clash = kept.ask(
        "rules that clash",
        [&] { return find_clash(puzzle, [&] { return over() || kept.seconds() >= settings.seconds / 2; }); },
        [&](const auto& clash) { return clash || kept.seconds() < settings.seconds / 2; });
    validation.tried.push_back(fmt::format("linear programs for rules that clash, {:.1f} s", kept.seconds()));
  }
  if (validation.clash) {
    validation.answer = {.solvable = false, .best = {}, .bound = {}, .proven = true};
    validation.total_seconds = kept.seconds();
    validation.seconds = validation.total_seconds - begun;
    return validation;
  }
  validation.findings = recall_proof(puzzle, prover, islands, kept, over, progress);
  const auto prove_for = [&](double part) {
    const double until = begun + part * (settings.seconds - begun);
    validation.findings = prove_price_from(
        std::move(validation.findings), puzzle, prover, kept,
        [&, until] { return kept.seconds() >= until || over(); }, progress);
  };
  if (!validation.findings.complete && kept.find(end_of_proof) == nullptr) {
    prove_for(quick_part_of_proof);
    if (!validation.findings.complete && !over()) {
      progress("annealing");
      anneal(validation, puzzle, prover, settings, over);
      prove_for(first_part_of_proof);
    }
    kept.keep(end_of_proof, true, validation.findings.complete);
  }
  validation.answer = answer_of(validation.findings, prover.whole());
  validation.seconds = kept.seconds() - begun;
  validation.tried.push_back(
      fmt::format("linear programs and searches at rising prices, {:.1f} s", kept.seconds()));
  // Ranks are one to a core, and share what the first one searches.
  std::optional<ProofBeside> beside;
  if (!validation.findings.complete && !over() && world == nullptr && cores().here > 1)
    beside.emplace(puzzle, validation.findings, std::max(1.0, settings.seconds / 3), stop);
  std::optional<std::int64_t> kept_bound = validation.findings.bound;
  const auto keep_beside = [&] {
    if (!beside) return;
    const Findings so_far = beside->so_far();
    if (so_far.bound == kept_bound) return;
    kept_bound = so_far.bound;
    keep_proof(so_far, puzzle, prover, kept);
  };
  const auto begin_with = [&](const std::string& question) {
    keep_beside();
    progress(question);
  };
  const auto in_time = [&](const auto&) { return !over(); };
  if (validation.answer.solvable == false)
    validation.clash = kept.ask(
        "rules that clash by search", [&] { return search_clash(puzzle, over); }, in_time);
  begin_with("constructions as a player's");
  if (validation.answer.solvable.value_or(true)) play_or_recall(validation, puzzle, settings, kept, over);
  if (!validation.findings.best.empty()) {
    begin_with(said(puzzle.naming, "listing the {parties} near the cheapest"));
    list_or_recall(validation, prover, puzzle, settings, kept, over);
    if (!validation.heroes.empty()) {
      begin_with(said(puzzle.naming, "the price without the most used {hero}"));
      validation.without_most_used = questions.ask("the price without the most used hero", [&] {
        Prover without(puzzle);
        without.limit_programs(settings.seconds_a_question);
        without.ban(validation.heroes.front().hero);
        return answer_of(without.prove({}, questions.limit()), without.whole());
      });
    }
    begin_with("the price of each rule");
    price_rules(validation, puzzle, questions);
    begin_with("price against synergy");
    if (!settings.front.empty())
      trace_front(validation, puzzle, requirement_on(puzzle, settings.front), questions);
    trace_synergy_front(validation, puzzle, questions);
  }
  if (beside || (!validation.findings.complete && !over())) {
    // What the other answers left is for the proof; a cheaper party that it finds is listed by itself.
    const std::int64_t cost = validation.findings.best_cost;
    double seconds = kept.seconds();
    if (beside) {
      begin_with("the proof goes on");
      seconds = beside->end(over, keep_beside);
      Findings found = beside->so_far();
      if (!validation.findings.best.empty() && found.best_cost == cost)
        found.best = std::move(validation.findings.best);  // the one that was listed
      validation.findings = std::move(found);
      keep_proof(validation.findings, puzzle, prover, kept);
    } else {
      prove_for(1);
      seconds = kept.seconds() - seconds;
    }
    kept.keep(end_of_proof, true, validation.findings.complete);
    validation.answer = answer_of(validation.findings, prover.whole());
    validation.seconds += seconds;
    validation.tried.push_back(fmt::format("further searches, {:.1f} s", seconds));
    if (validation.findings.best_cost != cost) {
      validation.solutions.reset();
      validation.catalogue.clear();
      validation.heroes.clear();
      validation.values.clear();
      list_solutions(validation, prover, puzzle, settings, over);
    }
  }
  validation.total_seconds = kept.seconds();
  return validation;
}

std::optional<double> parse_part(std::string_view text) {
  const bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  const char* end = text.data() + text.size();
  double number = 0;
  const auto [last, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || last != end || !(number >= 0) || number > (percent ? 100 : 1))
    return std::nullopt;
  return percent ? number / 100 : number;
}

}  // namespace skerry::party
