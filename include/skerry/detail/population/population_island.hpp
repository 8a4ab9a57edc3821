#pragma once

#include "skerry/columns.hpp"
#include "skerry/detail/population/evaluator.hpp"
#include "skerry/detail/population/genome_buffer.hpp"
#include "skerry/detail/population/observer.hpp"
#include "skerry/detail/problem/diversity.hpp"
#include "skerry/error.hpp"
#include "skerry/evaluation/evaluation_services.hpp"
#include "skerry/island.hpp"
#include "skerry/population.hpp"
#include "skerry/problem.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace skerry {

struct CommonSettings {
  std::uint64_t population = 1;
  std::uint64_t offspring = 0;  ///< 0: the algorithm keeps no children
  std::uint64_t restart_after = 0;
  std::uint64_t improve_budget = 0;  ///< 0: no child is improved
  bool invalid_fitness_is_error = false;
};

template <typename Settings>
CommonSettings common_settings(const Settings& settings) {
  using Policy = decltype(settings.invalid_fitness);
  CommonSettings common{.population = settings.population,
                        .invalid_fitness_is_error = settings.invalid_fitness == Policy::is_error};
  if constexpr (requires { settings.offspring; }) common.offspring = settings.offspring;
  if constexpr (requires { settings.restart_after; }) common.restart_after = settings.restart_after;
  if constexpr (requires { settings.improve_budget; }) {
    if (settings.improve_rate > 0) common.improve_budget = settings.improve_budget;
  }
  return common;
}

/// Throws an Error that names the setting which asks for most of the individuals.
[[noreturn]] void refuse_memory(std::uint64_t population, std::uint64_t offspring);
[[noreturn]] void refuse_births();
/// Throws UsageError for genomes of no form, which cannot be rows of a trace.
void expect_form(const GenomeForm& form);
void number_slots(std::span<std::uint32_t> slots, std::size_t first);
/// Throws UsageError if an island of `size` individuals is given more to start from.
void expect_room(std::size_t size, std::size_t starters);

/// An island's migration policy, called once in an epoch: islands need not be compiled for each.
template <typename Genome>
class MigrantOrder {
 public:
  virtual ~MigrantOrder() = default;

  /// Permutes `ranking`, which holds all slots, best first. Throws UsageError if the policy does not.
  virtual void order(const Population<Genome>& population, std::span<std::uint32_t> ranking) = 0;

  /// Always appends as many bytes, which load() reads.
  virtual void save(std::vector<std::byte>& state) const = 0;
  virtual void load(std::span<const std::byte> state) = 0;
};

/// The observers of one island, whose types only the program knows. It is called once in a generation.
template <typename Genome>
class Observers {
 public:
  virtual ~Observers() = default;

  virtual std::vector<Column> columns() const = 0;
  virtual void observe(const Population<Genome>& population, std::span<double> values) = 0;

  virtual void save(std::vector<std::byte>& bytes) const = 0;
  virtual void load(std::span<const std::byte> bytes) = 0;
};

/// The common part of all algorithms: a population that is sampled, observed, migrated, saved and, if the
/// search stagnates, sampled anew. An algorithm defines how a generation changes it.
template <CompleteProblem P>
class PopulationIsland : public Island {
 public:
  using Genome = typename P::Genome;

  /// Throws UsageError if there are more than the island has room for.
  void start_from(std::vector<Genome> genomes) {
    expect_room(size(), genomes.size());
    starters_ = std::move(genomes);
  }

  /// Called before initialise() or load().
  void choose_migrants_by(std::unique_ptr<MigrantOrder<Genome>> order) { migrant_order_ = std::move(order); }
  /// They see each generation that is recorded; none may be given.
  void observe_by(std::unique_ptr<Observers<Genome>> observers) {
    observers_ = std::move(observers);
    observer_columns_ = observers_ ? observers_->columns().size() : 0;
  }

  void use([[maybe_unused]] const EvaluationServices& services) final {
    if constexpr (UsesServices<P>) {
      evaluator_.problem().use(services);
    } else if constexpr (EvaluatesBatch<P>) {
      evaluator_.use(services);
    }
  }

  void initialise() final try {
    const auto start = std::chrono::steady_clock::now();
    observer_.count_from(start);
    for (std::size_t slot = 0; slot < starters_.size(); ++slot) {
      population_.genomes[slot] = std::move(starters_[slot]);
      births_.add_random(population_.genomes[slot], generation());
    }
    evaluate_all(population_, slots_between(0, starters_.size()));
    sample_into(population_, slots_between(starters_.size(), size()));
    starters_.clear();
    observe_bests(population_);
    replaced();
    close_generation(start);
  } catch (const std::bad_alloc&) {
    room_for_message_.reset();
    refuse_memory(size(), common_.offspring);
  }

  void evolve(std::uint64_t generations) final try {
    if (migrant_failure_) std::rethrow_exception(std::exchange(migrant_failure_, nullptr));
    for (; generations > 0; --generations) {
      const auto start = std::chrono::steady_clock::now();
      ++counters_.generation;
      ++counters_.stagnant;
      if (evaluator_.limited()) before_ = population_;
      advance();
      if (restart_due()) restart();
      if (evaluator_.lacks()) put_back_for_unevaluated();
      close_generation(start);
    }
  } catch (const std::bad_alloc&) {
    room_for_message_.reset();
    refuse_memory(size(), common_.offspring);
  }

  /// A bound for all algorithms: each slot is sampled at most twice, by immigration or restarts, and each
  /// child made and once begun anew, each time with a repair.
  std::uint64_t most_evaluations() const override {
    constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();
    if constexpr (CountsEvaluations<P> || RepairsCounted<P>) return unknown;
    const std::uint64_t offspring = common_.offspring;
    const std::uint64_t budget = common_.improve_budget;
    const std::uint64_t made = 4 * (size() + offspring);
    return budget < (unknown - made) / (offspring + 1) ? made + offspring * budget : unknown;
  }
  void limit_evaluations(std::uint64_t most) final { evaluator_.limit(most); }
  bool lacks_evaluations() const final { return evaluator_.lacks(); }

  /// By default generations add rows to statistics(); improvements are always kept.
  void set_recording(bool on) { recording_ = on; }

  std::span<const Statistics> statistics() const final { return observer_.rows(); }
  std::vector<Column> columns() const final {
    std::vector<Column> all;
    if constexpr (HasColumns<P>) all = evaluator_.problem().columns();
    if (observers_) {
      for (Column& column : observers_->columns()) all.push_back(std::move(column));
    }
    return all;
  }
  std::span<const double> column_values() const final { return observer_.values(); }
  std::span<const Improvement> improvements() const final { return observer_.improvements(); }
  GenomeForm genome_form() const final { return GenomeRows<P>(evaluator_.problem()).form(); }
  Recorded record(const Recorded& wanted) final {
    Recorded recorded = wanted;
    if (wanted.births) keep_births();
    if (wanted.genomes()) expect_form(genome_form());
    if (wanted.improvement_genomes) observer_.keep_genomes(evaluator_.problem());
    recorded.evaluations = wanted.evaluations && evaluator_.record();
    return recorded;
  }
  std::span<const std::byte> improvement_genomes() const final { return observer_.improvement_genomes(); }
  void append_population(std::vector<PopulationRow>& rows, std::vector<std::byte>& genomes) const final {
    const GenomeRows<P> form(evaluator_.problem());
    for (std::size_t slot = 0; slot < size(); ++slot) {
      const Score score = score_of(population_.keys[slot], direction());
      rows.push_back({generation(), island_, score.violation, score.fitness});
      form.append(population_.genomes[slot], genomes);
    }
  }
  std::span<const Birth> births() const final { return births_.rows(); }
  std::span<const EvaluationRow> evaluation_rows() const final { return evaluator_.rows().rows(); }
  void forget() final {
    observer_.forget();
    births_.forget();
    evaluator_.rows().forget();
  }

  std::size_t size() const final { return population_.size(); }
  Direction direction() const final { return evaluator_.direction(); }
  const Population<Genome>& population() const { return population_; }

  std::span<const Key> sort() final {
    if (!std::ranges::is_sorted(population_.keys)) {
      order_by_key(population_.keys, ranking_);
      reorder();
    }
    return population_.keys;
  }

  /// What a policy throws is thrown by the next evolve(), since other islands wait for this one.
  std::span<const Key> sort_for_links() final {
    sort_by_merit();
    if (!migrant_order_) return population_.keys;
    migrant_ranking_.resize(size());
    number_slots(migrant_ranking_, 0);
    try {
      migrant_order_->order(population_, migrant_ranking_);
    } catch (...) {
      migrant_failure_ = std::current_exception();
      return population_.keys;
    }
    if (!std::ranges::is_sorted(migrant_ranking_)) {
      ranking_ = migrant_ranking_;
      reorder();
    }
    return population_.keys;
  }

  void measure_distances(std::span<const std::byte> genome, std::span<double> distances) final {
    const Genome reference = unpack_genome<Genome>(genome);
    for (std::size_t slot = 0; slot < size(); ++slot) {
      const double distance = genome_distance(evaluator_.problem(), population_.genomes[slot], reference);
      distances[slot] = std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
    }
  }

  bool knows_loci() const final { return KnowsLoci<P>; }

  std::span<const std::uint64_t> loci(std::size_t slot) final {
    loci_.clear();
    if constexpr (KnowsLoci<P>) genome_loci(evaluator_.problem(), population_.genomes[slot], loci_);
    return loci_.values();
  }

  std::span<const SimilarityKey> sort_by(std::span<const double> values) final {
    similarity_keys_.resize(size());
    for (std::size_t slot = 0; slot < size(); ++slot) {
      similarity_keys_[slot] = {values[slot], population_.keys[slot]};
    }
    order_by_similarity(similarity_keys_, ranking_);
    reorder();
    for (std::size_t slot = 0; slot < size(); ++slot) {
      similarity_keys_[slot] = {values[ranking_[slot]], population_.keys[slot]};
    }
    return similarity_keys_;
  }

  std::size_t record_size_bytes() const final { return skerry::record_size_bytes<Genome>; }

  std::span<const std::byte> pack(std::size_t first, std::size_t count) final {
    const auto genomes = std::span<const Genome>(population_.genomes).subspan(first, count);
    if constexpr (is_flat<Genome>) {
      return std::as_bytes(genomes);
    } else {
      outbox_.clear();
      for (const Genome& genome : genomes) pack_genome(genome, outbox_);
      return outbox_;
    }
  }

  std::span<std::byte> inbox(std::size_t size_bytes) final {
    if constexpr (is_flat<Genome>) {
      return std::as_writable_bytes(std::span(next_.genomes)).first(size_bytes);
    } else {
      inbox_.resize(size_bytes);
      return inbox_;
    }
  }

  void settle(std::span<const Key> keys) final {
    if constexpr (!is_flat<Genome>) {
      std::span<const std::byte> rest = inbox_;
      for (Genome& genome : next_.genomes) genome = take_genome<Genome>(rest);
    }
    std::ranges::copy(keys, next_.keys.begin());
    std::swap(population_, next_);
    replaced();
  }

  Key best_key() const final { return best_->key; }
  std::vector<std::byte> best_genome() const final {
    std::vector<std::byte> bytes;
    pack_genome(best_->genome, bytes);
    return bytes;
  }

  std::string obstacle() const final {
    if constexpr (NamesObstacle<P>) return evaluator_.problem().obstacle();
    return {};
  }

  std::vector<std::byte> save() const final {
    std::vector<std::byte> state = save_island(counters(), population_, *best_);
    save_own_state(state);
    if (migrant_order_) migrant_order_->save(state);
    if (observers_) observers_->save(state);
    return state;
  }

  void load(std::span<const std::byte> state) final {
    const auto take_last = [&state](std::size_t size_bytes) {
      if (state.size() < size_bytes) throw DataError("a saved island ends too early");
      const auto taken = state.last(size_bytes);
      state = state.first(state.size() - size_bytes);
      return taken;
    };
    const auto load_last = [&](auto& part) {
      std::vector<std::byte> own;
      part.save(own);
      part.load(take_last(own.size()));
    };
    if (observers_) load_last(*observers_);
    if (migrant_order_) load_last(*migrant_order_);
    load_own_state(take_last(own_state_size_bytes(state)));
    auto [counters, best] = load_island(state, population_);
    for (std::size_t slot = 0; slot < size(); ++slot)
      expect_sound(population_.keys[slot], population_.genomes[slot]);
    expect_sound(best.key, best.genome);
    best_ = std::move(best);
    restore(counters);
    resumed();
    observer_.count_from(std::chrono::steady_clock::now());
  }

 protected:
  /// `seed` is that of the run, and `island` counts from 0.
  PopulationIsland(P problem, const CommonSettings& settings, std::uint64_t seed, std::uint32_t island)
      : evaluator_(std::move(problem), settings.invalid_fitness_is_error),
        random_(seed, island, Purpose::evolution),
        common_(settings),
        island_(island),
        fresh_random_(seed, island, Purpose::initialisation),
        observer_(evaluator_.direction(), seed, island) {
    population_.resize(settings.population);
    next_.resize(settings.population);
    if constexpr (HasColumns<P>) problem_columns_ = evaluator_.problem().columns().size();
  }

  /// Makes one generation of the population, and observes its new individuals.
  virtual void advance() = 0;

  /// Sorts the population, best first as the algorithm compares individuals.
  virtual void sort_by_merit() { sort(); }
  /// Tells an algorithm with a state for each individual that slot i now holds what was in slot ranking[i].
  virtual void reordered(std::span<const std::uint32_t> /*ranking*/) {}
  /// All individuals may be others than before; it draws no random numbers.
  virtual void replaced() {}
  /// Tells an algorithm that its own state and the population were loaded, in this order.
  virtual void resumed() { replaced(); }
  /// Fills in what only the algorithm knows of a generation.
  virtual void complete(Statistics& /*row*/) {}
  virtual void save_own_state(std::vector<std::byte>& /*state*/) const {}
  /// Reads what save_own_state() wrote; throws DataError for values that it never writes.
  virtual void load_own_state(std::span<const std::byte> /*state*/) {}
  /// It is overridden where the size of what save_own_state() appends changes.
  virtual std::size_t own_state_size_bytes(std::span<const std::byte> /*state*/) const {
    std::vector<std::byte> own;
    save_own_state(own);
    return own.size();
  }

  /// Throws DataError for an individual of a saved island that is none of this problem's.
  void expect_sound(const Key& key, const Genome& genome) const {
    bool sound = key.violation >= 0 && std::isfinite(key.cost);
    if constexpr (Validates<P>) sound = sound && evaluator_.problem().valid(genome);
    if (!sound) throw DataError("a saved island holds an individual that is none of this problem's");
  }

  /// Moves the individual of slot ranking_[i] to slot i.
  void reorder() {
    for (std::size_t slot = 0; slot < size(); ++slot) {
      next_.genomes[slot] = population_.genomes[ranking_[slot]];
      next_.keys[slot] = population_.keys[ranking_[slot]];
    }
    std::swap(population_, next_);
    reordered(ranking_);
  }

  /// Generation 0 is the initial population.
  std::uint64_t generation() const { return counters_.generation; }
  const Key& best_since_restart() const { return counters_.best_since_restart; }
  bool restart_due() const {
    return common_.restart_after > 0 && counters_.stagnant >= common_.restart_after;
  }

  /// Returns the slots first .. last - 1. The view is valid until the next call.
  std::span<const std::uint32_t> slots_between(std::size_t first, std::size_t last) {
    slots_.resize(last - first);
    number_slots(slots_, first);
    return slots_;
  }
  void sample_into(std::size_t slot) {
    sample_into(population_, std::array{static_cast<std::uint32_t>(slot)});
  }
  /// All slots are different.
  void sample_into(Population<Genome>& individuals, std::span<const std::uint32_t> slots) {
    for (const std::uint32_t slot : slots) {
      if (evaluator_.left() == 0 && slot != slots.front()) {
        // To sample may take evaluations that the problem counts itself.
        individuals.genomes[slot] = individuals.genomes[slots.front()];
      } else {
        individuals.genomes[slot] = evaluator_.problem().sample(fresh_random_);
        births_.add_random(individuals.genomes[slot], generation());
      }
      if constexpr (!EvaluatesBatch<P>) evaluate_all(individuals, std::array{slot});
    }
    if constexpr (EvaluatesBatch<P>) evaluate_all(individuals, slots);
  }

  void observe_bests(const Population<Genome>& individuals) {
    const std::size_t at = best_slot(individuals.keys);
    observe(individuals.genomes[at], individuals.keys[at]);
  }
  void observe(const Genome& genome, const Key& key) {
    if (key < counters_.best_since_restart) {
      counters_.best_since_restart = key;
      counters_.stagnant = 0;
    }
    if (best_ && !(key < best_->key)) return;
    if (!best_) best_.emplace();
    best_->key = key;
    best_->genome = genome;
    // An individual without a fitness is only kept so that there is one.
    if (has_fitness(key)) observer_.improvement(generation(), island_, evaluator_.evaluations(), genome, key);
  }

  /// Has the register of births know all individuals from now on.
  virtual void keep_births() { refuse_births(); }
  /// Starts the register of births; only for algorithms that add all their children to it.
  void start_births() { births_.start(island_); }
  /// Adds children to the register of births; parents[i] are the slots of those of child i in the population.
  void add_births(const Population<Genome>& children, std::span<const ParentSlots> parents) {
    births_.add_children(children.genomes, parents, population_, generation());
  }

  void count_immigration() { ++counters_.immigrations; }

  Evaluator<P> evaluator_;
  Random random_;
  Population<Genome> population_;
  Population<Genome> next_;  ///< room for as many individuals: the next population, or migrants
  std::vector<std::uint32_t> ranking_;

 private:
  void evaluate_all(Population<Genome>& individuals, std::span<const std::uint32_t> slots) {
    if constexpr (EvaluatesBatch<P>) {
      listed_.clear();
      for (const std::uint32_t slot : slots) listed_.push_back(&individuals.genomes[slot]);
      if (listed_.empty()) return;
      scores_.resize(listed_.size());
      evaluator_.evaluate_batch(listed_, scores_);
      auto score = scores_.begin();
      for (const std::uint32_t slot : slots) individuals.keys[slot] = evaluator_.key_of(*score++);
    } else {
      for (const std::uint32_t slot : slots)
        individuals.keys[slot] = evaluator_.key_of(evaluator_.evaluate(individuals.genomes[slot]));
    }
  }

  /// A key that is worse than that of any individual.
  static constexpr Key nothing_yet{std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::infinity()};

  IslandCounters counters() const {
    IslandCounters all = counters_;
    all.population = size();
    all.evaluations = evaluator_.evaluations();
    all.fresh_random = fresh_random_.state();
    all.random = random_.state();
    all.observer_random = observer_.random_state();
    return all;
  }
  void restore(const IslandCounters& counters) {
    counters_ = counters;
    evaluator_.set_evaluations(counters.evaluations);
    fresh_random_ = Random(counters.fresh_random);
    random_ = Random(counters.random);
    observer_.set_random_state(counters.observer_random);
  }

  /// Has the individuals before the generation stay in the slots of those that were not evaluated.
  void put_back_for_unevaluated() {
    for (std::size_t slot = 0; slot < size(); ++slot) {
      if (has_fitness(population_.keys[slot])) continue;
      population_.keys[slot] = before_.keys[slot];
      population_.genomes[slot] = before_.genomes[slot];
    }
    replaced();
  }

  void restart() {
    sample_into(population_, slots_between(0, size()));
    counters_.best_since_restart = nothing_yet;
    observe_bests(population_);
    replaced();
    ++counters_.restarts;
  }

  void close_generation(std::chrono::steady_clock::time_point start) {
    births_.close_generation(population_);
    evaluator_.rows().close_generation(generation(), island_);
    if (!recording_) return;
    Statistics row = observer_.summarise(evaluator_.problem(), population_);
    row.evaluations = evaluator_.evaluations();
    row.immigrations = counters_.immigrations;
    row.restarts = counters_.restarts;
    complete(row);
    observe_columns();
    row.evolving_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    observer_.record(row);
  }

  void observe_columns() {
    if constexpr (HasColumns<P>)
      evaluator_.problem().observe(population_, observer_.add_values(problem_columns_));
    if (observers_) observers_->observe(population_, observer_.add_values(observer_columns_));
  }

  CommonSettings common_;
  std::unique_ptr<std::array<char, 1 << 16>> room_for_message_ =
      std::make_unique<std::array<char, 1 << 16>>();  // given back where memory has run out
  std::uint32_t island_;
  bool recording_ = true;
  Random fresh_random_;
  Observer<P> observer_;
  std::unique_ptr<Observers<Genome>> observers_;
  std::size_t problem_columns_ = 0;  // their numbers
  std::size_t observer_columns_ = 0;
  BirthRegister<Genome> births_;
  std::unique_ptr<MigrantOrder<Genome>> migrant_order_;  // if none is given, the best migrate
  std::vector<std::uint32_t> migrant_ranking_;
  std::exception_ptr migrant_failure_;
  std::vector<SimilarityKey> similarity_keys_;
  Loci loci_;
  Population<Genome> before_;     // a generation whose evaluations are limited
  std::vector<Genome> starters_;  // used until the initial population is made
  std::vector<std::byte> outbox_;
  std::vector<std::byte> inbox_;
  std::vector<std::uint32_t> slots_;
  std::vector<const Genome*> listed_;  // used, like the next, if the problem evaluates batches
  std::vector<Score> scores_;

  std::optional<Individual<Genome>> best_;
  IslandCounters counters_{.best_since_restart =
                               nothing_yet};  // those that others keep are set by counters()
};

}  // namespace skerry
