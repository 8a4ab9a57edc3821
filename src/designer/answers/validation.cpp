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

using Stop = std::function<bool()>;
using Progress = std::function<void(const std::string&)>;

/// A proof that goes on, on a thread of its own, while the other questions are answered.
class ProofBeside {
 public:
  /// `puzzle` must outlive this object; `stop` is called on that thread.
  ProofBeside(const Puzzle& puzzle, const Findings& known, double program_seconds, const Stop& stop)
      : so_far_(known), proof_(std::async(std::launch::async, [this, &puzzle, known, program_seconds, stop] {
          const Stopwatch watch;
          Prover prover(puzzle);
          prover.limit_programs(program_seconds);
          const Findings found = prover.prove_on(
              known, [&] { return ended_ || stop(); }, [this](const Findings& next) { take(next); });
          take(found);
          return watch.seconds();
        })) {}
  ~ProofBeside() { ended_ = true; }

  Findings so_far() {
    const std::scoped_lock lock(mutex_);
    return so_far_;
  }

  /// Waits until the proof is complete or `over` says so, and calls work() now and then; returns the seconds
  /// that the proof took.
  template <typename Work>
  double end(const Stop& over, const Work& work) {
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

/// Asks the questions about a puzzle one after the other.
class Validator {
 public:
  /// All but `world` must outlive this object.
  Validator(const Puzzle& puzzle, const ValidationSettings& settings, const IslandsAnswer& islands,
            KeptAnswers& kept, Communicator* world, const Stop& stop, const Progress& progress)
      : puzzle_(puzzle), settings_(settings), kept_(kept), stop_(stop), progress_(progress) {
    prover_.limit_programs(program_seconds());
    if (world != nullptr) prover_.share(shared_.emplace(prover_.whole(), *world));
    prover_.limit_others(settings.seconds - begun_s_);
    validation_.whole = prover_.whole();
    validation_.islands = islands;
    validation_.tried.push_back(fmt::format("{} generations on {} island{}, {} evaluations",
                                            islands.generations, islands.count, islands.count == 1 ? "" : "s",
                                            islands.evaluations));
  }

  Validation answers() {
    using V = Validator;
    // A proof that takes longer than the first row gives it gets a better party to begin with, for which it
    // waits as long. It goes on beside the answers that follow, or after them where no core is idle.
    static constexpr Question questions[] = {
        {"clash", "looking for rules that clash", 0.5, &V::knows_no_party, &V::find_rules_that_clash},
        {proof, nullptr, 1, &V::may_be_solvable, &V::recall_proof},
        {proof, nullptr, 0.05, &V::lacks_proof, &V::prove},
        {proof, "annealing", 0.1, &V::has_time_for_proof, &V::anneal},
        {proof, nullptr, 0.5, &V::has_time_for_proof, &V::prove},
        {end_of_proof, nullptr, 1, &V::may_be_solvable, &V::end_first_part_of_proof},
        {"clash_by_search", nullptr, 1, &V::is_unsolvable, &V::search_rules_that_clash},
        {"player", "constructions as a player's", 1, &V::may_be_solvable, &V::play_as_player},
        {"solutions", "listing the {parties} near the cheapest", 1, &V::knows_party, &V::list},
        {"without_most_used", "the price without the most used {hero}", 1, &V::knows_used_heroes,
         &V::price_without_most_used},
        {"rules", "the price of each rule", 1, &V::knows_party, &V::price_all_rules},
        {"fronts", "price against synergy", 1, &V::knows_party, &V::trace_fronts},
        {proof, "the proof goes on", 1, &V::leaves_proof, &V::go_on_proving}};
    for (const Question& question : questions) {
      name_ = question.name;
      end_s_ = begun_s_ + question.end * (settings_.seconds - begun_s_);
      if (validation_.clash || !(this->*question.is_open)()) continue;
      keep_beside();
      if (question.note != nullptr) progress_(said(puzzle_.naming, question.note));
      (this->*question.ask)();
    }
    validation_.total_seconds = kept_.seconds();
    return std::move(validation_);
  }

 private:
  static constexpr const char* proof = "proof";
  static constexpr const char* end_of_proof = "end_of_proof";

  struct Question {
    const char* name;  // of its answer among those that are kept
    const char* note;  // what is told when it is asked; null: nothing
    double end;        // of its time, as a part of the time for all
    bool (Validator::*is_open)() const;
    void (Validator::*ask)();
  };

  double program_seconds() const { return std::max(1.0, settings_.seconds / 3); }

  bool knows_no_party() const { return validation_.islands->party.empty(); }
  bool knows_party() const { return !validation_.findings.best.empty(); }
  bool knows_used_heroes() const { return !validation_.heroes.empty(); }
  bool is_unsolvable() const { return validation_.answer.solvable == false; }
  bool may_be_solvable() const { return !is_unsolvable(); }
  bool lacks_proof() const { return !validation_.findings.complete && !first_part_is_known_; }
  bool has_time_for_proof() const { return lacks_proof() && !over_(); }
  bool leaves_proof() const { return beside_ || (!validation_.findings.complete && !over_()); }

  void find_rules_that_clash() {
    validation_.clash = kept_.ask(
        name_, [&] { return find_clash(puzzle_, over_); },
        [&](const auto& clash) { return clash || !over_(); });
    tell_of("linear programs for rules that clash", kept_.seconds());
    if (!validation_.clash) return;
    validation_.answer = {.solvable = false, .best = {}, .bound = {}, .proven = true};
    validation_.seconds = kept_.seconds() - begun_s_;
  }

  void search_rules_that_clash() {
    validation_.clash = kept_.ask(
        name_, [&] { return search_clash(puzzle_, over_); }, [&](const auto&) { return !over_(); });
  }

  /// Takes what was proven of the price before, or the party that islands found where nothing is kept.
  void recall_proof() {
    Findings& known = validation_.findings;
    if (const auto* certificate = kept_.find(proof)) {
      const std::string text = certificate->dump(), file = kept_.file().string();
      known = read_certificate(puzzle_, prover_.whole(), text, file);
      if (!known.complete && !over_()) {
        progress_("verifying the proof so far");
        if (const ProofVerdict verdict = verify_proof(puzzle_, text, file); !verdict.holds)
          throw DataError(
              fmt::format("the proof that {} has kept does not hold: {}; without the file the "
                          "validation begins anew",
                          file, verdict.text));
      }
    } else if (!knows_no_party()) {
      known.best = validation_.islands->party;
      known.best_cost = prover_.whole().cost(known.best);
    }
    first_part_is_known_ = known.complete || kept_.find(end_of_proof) != nullptr;
  }

  void prove() {
    std::optional<std::int64_t> bound;
    Stopwatch since_kept;
    validation_.findings =
        prover_.prove_on(std::move(validation_.findings), over_, [&](const Findings& so_far) {
          const PriceAnswer answer = answer_of(so_far, prover_.whole());
          progress_(fmt::format("{}, bound {}",
                                answer.best ? fmt::format("best {:.10g}", *answer.best)
                                            : said(puzzle_.naming, "no {party} yet"),
                                answer.bound ? fmt::format("{:.10g}", *answer.bound) : "none"));
          // Parties may come one after the other.
          if (so_far.bound == bound && since_kept.seconds() < 1) return;
          bound = so_far.bound;
          since_kept = Stopwatch();
          keep_proof(so_far);
        });
    keep_proof(validation_.findings);
  }

  void keep_proof(const Findings& findings) {
    if (kept_.file().empty() || (findings.best.empty() && findings.stages.empty())) return;
    kept_.keep(proof, KeptAnswers::Json::parse(certificate_text(puzzle_, prover_.whole(), findings)), true);
  }

  /// Looks by annealing for a cheaper party than the best known.
  void anneal() {
    std::vector<std::uint32_t> party =
        anneal_party(Roster(puzzle_), std::numeric_limits<std::uint32_t>::max(), steps_of_an_annealing,
                     settings_.seed, over_);
    if (party.empty()) return;
    const std::int64_t cost = prover_.whole().cost(party);
    Findings& known = validation_.findings;
    if (!known.best.empty() && known.best_cost <= cost) return;
    known.best = std::move(party);
    known.best_cost = cost;
  }

  void end_first_part_of_proof() {
    if (!first_part_is_known_) kept_.keep(end_of_proof, true, validation_.findings.complete);
    validation_.answer = answer_of(validation_.findings, prover_.whole());
    validation_.seconds = kept_.seconds() - begun_s_;
    tell_of("linear programs and searches at rising prices", kept_.seconds());
    // Ranks are one to a core, and share what the first one searches.
    if (validation_.findings.complete || over_() || shared_ || cores().here <= 1) return;
    bound_beside_ = validation_.findings.bound;
    beside_.emplace(puzzle_, validation_.findings, program_seconds(), stop_);
  }

  void keep_beside() {
    if (!beside_) return;
    const Findings so_far = beside_->so_far();
    if (so_far.bound == bound_beside_) return;
    bound_beside_ = so_far.bound;
    keep_proof(so_far);
  }

  /// Uses for the proof what the other answers left; a cheaper party that it finds is listed by itself.
  void go_on_proving() {
    Findings& known = validation_.findings;
    const std::int64_t cost = known.best_cost;
    double seconds = kept_.seconds();
    if (beside_) {
      seconds = beside_->end(over_, [&] { keep_beside(); });
      Findings found = beside_->so_far();
      if (!known.best.empty() && found.best_cost == cost)
        found.best = std::move(known.best);  // the one that was listed
      known = std::move(found);
      keep_proof(known);
    } else {
      prove();
      seconds = kept_.seconds() - seconds;
    }
    kept_.keep(end_of_proof, true, known.complete);
    validation_.answer = answer_of(known, prover_.whole());
    validation_.seconds += seconds;
    tell_of("further searches", seconds);
    if (known.best_cost == cost) return;
    static_cast<Listed&>(validation_) = list_solutions(prover_, known, puzzle_, settings_, over_);
    known.best = validation_.cheapest;
  }

  void list() {
    static_cast<Listed&>(validation_) = kept_.ask(
        name_,
        [&] {
          const double half = (settings_.seconds - kept_.seconds()) / 2;
          prover_.limit_programs(std::max(1.0, half / 3));
          prover_.limit_others(half);
          return list_solutions(prover_, validation_.findings, puzzle_, settings_,
                                [&, since = Stopwatch()] { return over_() || since.seconds() >= half; });
        },
        [](const Listed& listed) { return listed.solutions->complete; });
    validation_.findings.best = validation_.cheapest;
  }

  void play_as_player() {
    static_cast<Played&>(validation_) = kept_.ask(
        name_, [&] { return play(puzzle_, settings_, over_); }, [&](const Played&) { return !over_(); });
  }

  void price_without_most_used() {
    validation_.without_most_used = questions_.ask(name_, [&] {
      Prover without(puzzle_);
      without.limit_programs(settings_.seconds_a_question);
      without.ban(validation_.heroes.front().hero);
      return answer_of(without.prove({}, questions_.limit()), without.whole());
    });
  }

  void price_all_rules() { price_rules(validation_, puzzle_, questions_); }

  void trace_fronts() {
    if (!settings_.front.empty())
      trace_front(validation_, puzzle_, requirement_on(puzzle_, settings_.front), questions_);
    trace_synergy_front(validation_, puzzle_, questions_);
  }

  void tell_of(const char* searches, double seconds) {
    validation_.tried.push_back(fmt::format("{}, {:.1f} s", searches, seconds));
  }

  const Puzzle& puzzle_;
  const ValidationSettings& settings_;
  KeptAnswers& kept_;
  const Stop& stop_;
  const Progress& progress_;
  const double begun_s_ = kept_.seconds();
  const char* name_ = nullptr;  // of the question that is asked
  double end_s_ = 0;            // of its time
  const Stop over_ = [this] { return kept_.seconds() >= end_s_ || stop_(); };
  const Questions questions_{settings_, kept_, over_};
  Prover prover_{puzzle_};
  std::optional<SharedSearch> shared_;
  Validation validation_;
  bool first_part_is_known_ = false;  // of the proof, which is complete or was ended before
  std::optional<ProofBeside> beside_;
  std::optional<std::int64_t> bound_beside_;
};

}  // namespace

PriceAnswer answer_of(const Findings& findings, const IntegerPuzzle& whole) {
  const bool found = !findings.best.empty();
  PriceAnswer answer;
  answer.proven = findings.complete;
  if (found || findings.complete) answer.solvable = found;
  if (found) answer.best = whole.objective(findings.best_cost);
  if (findings.bound && answer.solvable != false) answer.bound = whole.objective(*findings.bound);
  return answer;
}

Validation validate(const Puzzle& puzzle, const ValidationSettings& settings, const IslandsAnswer& islands,
                    KeptAnswers& kept, Communicator* world, const std::function<bool()>& stop,
                    const std::function<void(const std::string&)>& progress) {
  return Validator(puzzle, settings, islands, kept, world, stop, progress).answers();
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
