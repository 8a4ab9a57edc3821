#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/detail/algorithms/breeder.hpp"
#include "skerry/detail/fronts/crowded_order.hpp"
#include "skerry/detail/fronts/directed_order.hpp"
#include "skerry/detail/fronts/front_levels.hpp"
#include "skerry/detail/fronts/front_measures.hpp"
#include "skerry/detail/population/genome_buffer.hpp"
#include "skerry/detail/population/population_island.hpp"
#include "skerry/error.hpp"
#include "skerry/measures.hpp"
#include "skerry/population.hpp"
#include "skerry/problem.hpp"
#include "skerry/record.hpp"
#include "skerry/score.hpp"
#include "skerry/solution_set.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace skerry {

/// What an island has found and no other solution dominates. With sides of boxes, of those that no other
/// dominates it keeps one solution each, the first unless another dominates it (Laumanns et al. 2002).
template <typename Genome>
class KeptFront {
 public:
  /// For solutions with that many objectives, at least 1. There are as many sides, or one for all, or none.
  explicit KeptFront(std::size_t objectives, std::vector<double> sides = {})
      : archive_(objectives), sides_(std::move(sides)) {
    if (sides_.size() == 1) sides_.resize(objectives, sides_.front());
  }

  /// Keeps a feasible solution of minimised objectives, unless another or its box dominates or equals it.
  void insert(const Genome& genome, const Key& key, std::span<const double> row) {
    box_.assign(row.begin(), row.end());
    for (std::size_t i = 0; i < sides_.size(); ++i) box_[i] = std::floor(box_[i] / sides_[i]);
    const std::uint64_t slot = free_.empty() ? genomes_.size() : free_.back();
    if (!archive_.insert(box_, slot)) {
      if (sides_.empty()) return;
      const auto other = archive_.find(box_);
      if (other && weakly_dominates(row, values(*other)) && !weakly_dominates(values(*other), row))
        put(*other, genome, key, row);
      return;
    }
    if (slot == genomes_.size()) {
      genomes_.push_back(genome);
      keys_.push_back(key);
      values_.insert(values_.end(), row.begin(), row.end());
    } else {
      free_.pop_back();
      put(slot, genome, key, row);
    }
    const auto removed = archive_.removed();
    free_.insert(free_.end(), removed.begin(), removed.end());
  }

  std::size_t size() const { return archive_.size(); }

  /// Calls visit(genome, key, objectives), minimised, for each solution.
  template <typename Visit>
  void for_each(Visit visit) const {
    archive_.for_each([&](std::span<const double> /*box*/, std::uint64_t slot) {
      visit(genomes_[slot], keys_[slot], values(slot));
    });
  }

  /// Returns the solutions, with objectives in their own directions.
  SolutionSet set(const std::vector<Objective>& objectives) const {
    SolutionSet set;
    for_each([&](const Genome& genome, const Key& key, std::span<const double> row) {
      set.keys.push_back(key);
      for (std::size_t i = 0; i < row.size(); ++i) set.values.push_back(minimised(objectives[i], row[i]));
      pack_genome(genome, set.genomes);
      set.ends.push_back(set.genomes.size());
    });
    return set;
  }

  void save(std::vector<std::byte>& bytes) const {
    append_record(bytes, std::uint64_t{size()});
    for_each([&](const Genome& genome, const Key& key, std::span<const double> row) {
      append_record(bytes, key);
      for (const double value : row) append_record(bytes, value);
      pack_genome(genome, bytes);
    });
  }
  /// Reads what save() wrote, and calls check(key, genome) for each solution.
  template <typename Check>
  void load(std::span<const std::byte>& bytes, Check check) {
    archive_.clear();
    genomes_.clear();
    keys_.clear();
    values_.clear();
    free_.clear();
    std::uint64_t count = 0;
    detail::take_saved(bytes, count);
    std::vector<double> row(archive_.objectives());
    for (; count > 0; --count) {
      Key key;
      detail::take_saved(bytes, key);
      for (double& value : row) detail::take_saved(bytes, value);
      const auto genome = take_genome<Genome>(bytes);
      check(key, genome);
      insert(genome, key, row);
    }
  }

 private:
  std::span<const double> values(std::uint64_t slot) const {
    return std::span(values_).subspan(slot * archive_.objectives(), archive_.objectives());
  }
  void put(std::uint64_t slot, const Genome& genome, const Key& key, std::span<const double> row) {
    genomes_[slot] = genome;
    keys_[slot] = key;
    std::ranges::copy(row, values_.begin() + static_cast<std::ptrdiff_t>(slot * row.size()));
  }

  FrontArchive archive_;  // of boxes, or of the objectives themselves
  std::vector<double> sides_;
  std::vector<double> box_;
  std::vector<Genome> genomes_;  // by slot, which is the id in the archive
  std::vector<Key> keys_;
  std::vector<double> values_;       // [slot][objective]
  std::vector<std::uint64_t> free_;  // slots that hold nothing
};

/// NSGA-II (Deb et al. 2002) with constraint domination, and an archive of what no other dominates; or
/// NSGA-III (Deb & Jain 2014), whose tournaments prefer nobody among the feasible.
template <CompleteProblem P>
requires HasObjectives<P>
class Nsga2Island final : public PopulationIsland<P> {
 public:
  using Genome = typename P::Genome;

  /// Throws UsageError for objectives that can't be right.
  Nsga2Island(P problem, const Nsga2& settings, std::uint64_t seed, std::uint32_t island)
      : PopulationIsland<P>(std::move(problem), common_settings(settings), seed, island),
        keep_duplicates_(settings.keep_duplicates),
        described_(std::as_const(evaluator_.problem()).objectives()),
        breeder_(evaluator_, breeding_of(settings)),
        front_(described_.size(), settings.front_epsilon),
        measures_(described_, known_front_of(evaluator_.problem())) {
    check_objectives(described_);
    if (described_.empty()) throw UsageError("algorithm is \"nsga2\", and the problem names no objective");
    if (const std::size_t sides = settings.front_epsilon.size(); sides > 1 && sides != described_.size())
      throw UsageError("island.front_epsilon has " + std::to_string(sides) +
                       " numbers, and the problem has " + std::to_string(described_.size()) +
                       " objectives; it has one for each, or one for all");
    const bool directed = settings.niches == NicheKind::directions ||
                          (settings.niches == NicheKind::automatic && described_.size() > most_crowded);
    if (directed && described_.size() > 1)
      directed_.emplace(described_.size(), reference_directions(described_.size(), settings.population));
    children_.resize(settings.offspring);
    if constexpr (ImprovesFronts<P>) {
      if (std::as_const(evaluator_.problem()).improves_fronts())
        breeder_.improve_by(std::bind_front(&Nsga2Island::improve_at_level, this));
    }
  }

  using PopulationIsland<P>::size;

  std::size_t objective_count() const override { return described_.size(); }
  std::span<const double> objectives() const override { return rows_; }

  SetDescription set_description() const override {
    return {.kind = SetKind::front, .objectives = described_};
  }
  SolutionSet solution_set() const override {
    SolutionSet set = front_.set(described_);
    set.trials = trials_;
    return set;
  }

 private:
  using PopulationIsland<P>::evaluator_;
  using PopulationIsland<P>::next_;
  using PopulationIsland<P>::population_;
  using PopulationIsland<P>::random_;
  using PopulationIsland<P>::ranking_;

  static std::vector<double> known_front_of(const P& problem) {
    if constexpr (HasKnownFront<P>) return problem.known_front();
    return {};
  }

  void advance() override {
    // A tournament compares keys: for the time of breeding they are others.
    std::swap(population_.keys, tournament_keys_);
    breeder_.breed(population_, children_, random_);
    std::swap(population_.keys, tournament_keys_);
    this->observe_bests(children_);
    append_rows(children_);
    keep(children_, size());
    violations_.clear();
    for (const auto* keys : {&population_.keys, &children_.keys}) {
      for (const Key& one : *keys) violations_.push_back(one.violation);
    }
    if (directed_) {
      select_survivors(*directed_);
    } else {
      select_survivors(order_);
    }
    sort_rows();
  }

  /// Improves a solution of the front at a level of the other objectives, in place of a child.
  void improve_at_level(Genome& child, Score& score, std::uint64_t budget,
                        Random& random) requires ImprovesFronts<P> {
    std::vector<double> rows, costs;
    std::vector<const Genome*> genomes;
    front_.for_each([&](const Genome& genome, const Key& key, std::span<const double> row) {
      genomes.push_back(&genome);
      costs.push_back(key.cost);
      rows.insert(rows.end(), row.begin(), row.end());
    });
    const auto level = draw_level({rows, described_.size()}, costs, random);
    if (!level) return evaluator_.improve(child, score, budget, random);
    child = *genomes[level->start];
    score = score_of({0, costs[level->start]}, evaluator_.direction());
    std::vector<Interval<double>> intervals;
    for (std::size_t i = 0; i < described_.size(); ++i) {
      const double bound = minimised(described_[i], level->at_most[i]);
      constexpr double infinity = std::numeric_limits<double>::infinity();
      const bool least = described_[i].direction == Direction::maximise;
      intervals.push_back(least ? Interval<double>{bound, infinity} : Interval<double>{-infinity, bound});
    }
    evaluator_.improve_front(child, score, intervals, budget, random);
    std::vector<double> found(described_.size());
    write_row(child, found);
    bool vain = score.violation > 0;
    for (std::size_t i = 0; i < genomes.size() && !vain; ++i)
      vain = weakly_dominates(ObjectiveRows{rows, described_.size()}[i], found);
    trials_.count(vain);
  }

  void write_row(const Genome& genome, std::span<double> row) {
    evaluator_.problem().objectives(genome, row);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = ordered_objective(minimised(described_[i], row[i]));
  }

  void append_rows(const Population<Genome>& individuals) {
    const std::size_t width = described_.size();
    std::size_t at = rows_.size();
    rows_.resize(at + individuals.size() * width);
    for (const Genome& genome : individuals.genomes) {
      write_row(genome, std::span(rows_).subspan(at, width));
      at += width;
    }
  }

  /// Shows the feasible ones to the archive; their rows begin with that of number `first`.
  void keep(const Population<Genome>& individuals, std::size_t first) {
    for (std::size_t slot = 0; slot < individuals.size(); ++slot) {
      if (individuals.keys[slot].violation == 0)
        front_.insert(individuals.genomes[slot], individuals.keys[slot], row(first + slot));
    }
  }

  /// Replaces the population by the first of parents and children, whose rows follow those of the parents.
  template <typename Order>
  void select_survivors(Order& order) {
    const auto genome = [this](std::size_t slot) -> Genome& {
      return slot < size() ? population_.genomes[slot] : children_.genomes[slot - size()];
    };
    const auto key = [this](std::size_t slot) -> const Key& {
      return slot < size() ? population_.keys[slot] : children_.keys[slot - size()];
    };
    if (!keep_duplicates_) {
      for (const std::uint32_t slot : repeated_.find({rows_, described_.size()}, genome))
        violations_[slot] = std::numeric_limits<double>::infinity();
    }
    order.sort({rows_, described_.size()}, violations_);
    next_rows_.clear();
    for (std::size_t slot = 0; slot < size(); ++slot) {
      const std::uint32_t survivor = order.order()[slot];
      std::swap(next_.genomes[slot], genome(survivor));
      next_.keys[slot] = key(survivor);
      const auto values = row(survivor);
      next_rows_.insert(next_rows_.end(), values.begin(), values.end());
    }
    std::swap(population_, next_);
    std::swap(rows_, next_rows_);
  }

  void sort_rows() {
    violations_.clear();
    for (const Key& key : population_.keys) violations_.push_back(key.violation);
    order_.sort({rows_, described_.size()}, violations_);
    tournament_keys_.resize(size());
    for (std::size_t place = 0; place < size(); ++place) {
      const std::uint32_t slot = order_.order()[place];
      tournament_keys_[slot] = directed_ ? Key{violations_[slot], 0} : Key{0, static_cast<double>(place)};
    }
  }

  void sort_by_merit() override {
    const auto order = order_.order();
    ranking_.assign(order.begin(), order.end());
    this->reorder();
  }
  void replaced() override {
    rows_.clear();
    append_rows(population_);
    keep(population_, 0);
    sort_rows();
  }
  void reordered(std::span<const std::uint32_t> ranking) override {
    next_rows_.clear();
    for (const std::uint32_t slot : ranking) {
      const auto values = row(slot);
      next_rows_.insert(next_rows_.end(), values.begin(), values.end());
    }
    std::swap(rows_, next_rows_);
    sort_rows();
  }

  void complete(Statistics& statistics) override {
    best_rows_.clear();
    for (std::size_t slot = 0; slot < size(); ++slot) {
      if (order_.fronts()[slot] != 0 || population_.keys[slot].violation != 0) continue;
      const auto values = row(slot);
      best_rows_.insert(best_rows_.end(), values.begin(), values.end());
    }
    statistics.front_size = best_rows_.size() / described_.size();
    statistics.hypervolume = measures_.hypervolume(best_rows_);
    statistics.igd_plus = measures_.igd_plus(best_rows_);
  }

  void save_own_state(std::vector<std::byte>& state) const override {
    append_trailing(state, [this](std::vector<std::byte>& bytes) {
      if (directed_) {
        for (const double number : directed_->scale().state()) append_record(bytes, number);
      }
      front_.save(bytes);
      trials_.save(bytes);
    });
  }
  std::size_t own_state_size_bytes(std::span<const std::byte> state) const override {
    return trailing_size_bytes(state);
  }
  void load_own_state(std::span<const std::byte> state) override {
    if (directed_) load_scale(state);
    front_.load(state, [this](const Key& key, const Genome& genome) { this->expect_sound(key, genome); });
    trials_.load(state);
  }

  void load_scale(std::span<const std::byte>& state) {
    const auto now = directed_->scale().state();
    std::vector<double> numbers(now.size());
    for (double& number : numbers) {
      if (!take_record(state, number)) throw DataError("a saved scale of objectives ends too early");
      if (std::isnan(number)) throw DataError("a saved scale of objectives holds what is no number");
    }
    directed_->scale().set_state(numbers);
  }

  std::span<const double> row(std::size_t slot) const {
    return std::span(rows_).subspan(slot * described_.size(), described_.size());
  }

  static constexpr std::size_t most_crowded =
      3;  // objectives with which niches are automatically by crowding

  bool keep_duplicates_;
  std::vector<Objective> described_;
  Breeder<P> breeder_;
  KeptFront<Genome> front_;
  Trials trials_;
  FrontMeasures measures_;
  Population<Genome> children_;
  std::vector<double> rows_;  // the objectives of the population, minimised, [slot][objective]
  std::vector<double> next_rows_;
  std::vector<double> best_rows_;
  std::vector<double> violations_;
  std::vector<Key> tournament_keys_;  // by slot
  CrowdedOrder order_;                // of the population
  std::optional<DirectedOrder> directed_;
  RepeatedGenomes repeated_;
};

}  // namespace skerry
