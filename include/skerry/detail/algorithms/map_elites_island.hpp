#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/detail/algorithms/breeder.hpp"
#include "skerry/detail/archives/map_cells.hpp"
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
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace skerry {

/// The best solution of each cell of a map. An infeasible one is kept until a better one comes, since it may
/// have feasible children; it does not count as filling its cell.
template <typename Genome>
class Elites {
 public:
  /// Feasible solutions of a higher cost than `worst_cost` are worth nothing; without it, all are.
  Elites(std::size_t cells, std::size_t features, std::optional<double> worst_cost)
      : places_(cells, nowhere), features_(features), worst_cost_(worst_cost), taken_(features) {}

  /// Returns the number of solutions, infeasible ones included; they are in the places 0 .. size() - 1.
  std::size_t size() const { return keys_.size(); }
  const Genome& genome(std::size_t place) const { return genomes_[place]; }
  const Key& key(std::size_t place) const { return keys_[place]; }
  std::uint64_t cell(std::size_t place) const { return cells_[place]; }

  std::optional<std::size_t> find(std::uint64_t cell) const {
    return places_[cell] == nowhere ? std::nullopt : std::optional<std::size_t>(places_[cell]);
  }

  bool fills(std::uint64_t cell) const {
    const auto place = find(cell);
    return place && keys_[*place].violation == 0;
  }
  /// Returns the share of cells that a feasible solution fills.
  double coverage() const { return static_cast<double>(filled_) / static_cast<double>(places_.size()); }
  /// Returns the sum over these cells of how much better than the worst fitness the solution is.
  double worth() const { return worth_; }

  /// Begins to load what insert() looks at first; of a large map it is in no cache.
  void expect_insertion(std::uint64_t cell) const {
    const std::uint32_t place = places_[cell];
    if (place != nowhere) __builtin_prefetch(&keys_[place]);
  }
  void expect_genome(std::size_t place) const { __builtin_prefetch(&genomes_[place]); }
  /// Begins to load what the genome of a place keeps elsewhere, after expect_genome() has loaded the genome.
  void expect_genes(std::size_t place) const {
    if constexpr (requires { genomes_[place].data(); }) __builtin_prefetch(genomes_[place].data());
  }

  /// Keeps a solution if it is better than the one of its cell; returns whether it is.
  bool insert(std::uint64_t cell, const Genome& genome, const Key& key, std::span<const double> values) {
    std::uint32_t& place = places_[cell];
    if (place == nowhere) {
      place = static_cast<std::uint32_t>(size());
      cells_.push_back(cell);
      keys_.push_back(key);
      genomes_.push_back(genome);
      values_.insert(values_.end(), values.begin(), values.end());
      count(key, 1);
      return true;
    }
    if (!(key < keys_[place])) return false;
    count(keys_[place], -1);
    count(key, 1);
    keys_[place] = key;
    genomes_[place] = genome;
    std::ranges::copy(values, row(place));
    return true;
  }

  /// Removes the solution of a place, into which the last one moves.
  void remove(std::size_t place) {
    count(keys_[place], -1);
    places_[cells_[place]] = nowhere;
    const std::size_t last = size() - 1;
    if (place != last) {
      cells_[place] = cells_[last];
      keys_[place] = keys_[last];
      std::swap(genomes_[place], genomes_[last]);
      std::copy_n(row(last), features_, row(place));
      places_[cells_[place]] = static_cast<std::uint32_t>(place);
    }
    cells_.pop_back();
    keys_.pop_back();
    genomes_.pop_back();
    values_.resize(values_.size() - features_);
  }

  /// Returns the feasible solutions in the order of cells.
  SolutionSet set() const {
    std::vector<std::size_t> order;
    for (std::size_t place = 0; place < size(); ++place) {
      if (keys_[place].violation == 0) order.push_back(place);
    }
    std::ranges::sort(order, {}, [this](std::size_t place) { return cells_[place]; });
    SolutionSet set;
    for (const std::size_t place : order) {
      set.keys.push_back(keys_[place]);
      set.cells.push_back(cells_[place]);
      const auto values = std::span(values_).subspan(place * features_, features_);
      set.values.insert(set.values.end(), values.begin(), values.end());
      pack_genome(genomes_[place], set.genomes);
      set.ends.push_back(set.genomes.size());
    }
    return set;
  }

  void pack(std::size_t place, std::vector<std::byte>& bytes) const {
    append_record(bytes, cells_[place]);
    append_record(bytes, keys_[place]);
    for (std::size_t i = 0; i < features_; ++i) append_record(bytes, values_[place * features_ + i]);
    pack_genome(genomes_[place], bytes);
  }
  /// Takes what pack() wrote from the front of the bytes, and inserts it after check(key, genome).
  template <typename Check>
  void unpack(std::span<const std::byte>& bytes, Check check) {
    std::uint64_t cell = 0;
    Key key;
    detail::take_saved(bytes, cell);
    detail::take_saved(bytes, key);
    for (double& value : taken_) detail::take_saved(bytes, value);
    const auto genome = take_genome<Genome>(bytes);
    if (cell >= places_.size()) throw DataError("a saved map has a cell that this one does not have");
    check(key, genome);
    insert(cell, genome, key, taken_);
  }

  void save(std::vector<std::byte>& bytes) const {
    append_record(bytes, std::uint64_t{size()});
    append_record(bytes, worth_);
    for (std::size_t place = 0; place < size(); ++place) pack(place, bytes);
  }
  /// Reads what save() wrote into an empty map, or in place of what is there; see unpack().
  template <typename Check>
  void load(std::span<const std::byte>& bytes, Check check) {
    while (size() > 0) remove(size() - 1);
    std::uint64_t count = 0;
    double worth = 0;
    detail::take_saved(bytes, count);
    detail::take_saved(bytes, worth);
    for (; count > 0; --count) unpack(bytes, check);
    worth_ = worth;  // a sum depends on the order in which the solutions came
  }

 private:
  static constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

  auto row(std::size_t place) { return values_.begin() + static_cast<std::ptrdiff_t>(place * features_); }

  void count(const Key& key, int sign) {
    if (key.violation != 0) return;
    filled_ += static_cast<std::size_t>(sign);
    if (worst_cost_) worth_ += sign * std::max(*worst_cost_ - key.cost, 0.0);
    if (filled_ == 0) worth_ = 0;  // without what is left of rounding
  }

  std::vector<std::uint32_t> places_;  // by cell
  std::size_t features_;
  std::optional<double> worst_cost_;
  std::vector<std::uint64_t> cells_;  // by place, like all that follow
  std::vector<Key> keys_;
  std::vector<Genome> genomes_;
  std::vector<double> values_;
  std::size_t filled_ = 0;
  double worth_ = 0;
  std::vector<double> taken_;  // the values of a solution that is unpacked
};

/// MAP-Elites (Mouret & Clune 2015) by batches of children: their parents are the population, which is drawn
/// anew from all elites after each generation. Individuals of other islands are shown to the map.
template <CompleteProblem P>
requires HasFeatures<P>
class MapElitesIsland final : public PopulationIsland<P> {
 public:
  using Genome = typename P::Genome;

  /// Throws UsageError for features that can't be axes.
  MapElitesIsland(P problem, const MapElites& settings, std::uint64_t seed, std::uint32_t island)
      : PopulationIsland<P>(std::move(problem), common_settings(settings), seed, island),
        described_(std::as_const(evaluator_.problem()).features()),
        cells_(settings.cells == CellKind::grid ? MapCells(described_)
                                                : MapCells(described_, settings.centroids, seed)),
        breeder_(evaluator_, breeding_of(settings)),
        elites_(cells_.size(), described_.size(), worst_cost(settings)) {
    children_.resize(settings.offspring);
    if constexpr (ImprovesMaps<P>) {
      if (settings.cells == CellKind::grid && std::as_const(evaluator_.problem()).improves_maps())
        breeder_.improve_by(std::bind_front(&MapElitesIsland::improve_in_cell, this));
    }
  }

  using PopulationIsland<P>::size;

  SetDescription set_description() const override {
    return {.kind = SetKind::map,
            .features = described_,
            .cells = cells_.size(),
            .centroids = cells_.centroids()};
  }
  SolutionSet solution_set() const override {
    SolutionSet set = elites_.set();
    set.trials = trials_;
    return set;
  }

  std::size_t send_home(std::uint32_t own, std::span<std::vector<std::byte>> batches) override {
    const std::size_t before = elites_.size();
    for (std::size_t place = elites_.size(); place-- > 0;) {
      const std::size_t owner = elites_.cell(place) % batches.size();
      if (owner == own) continue;
      elites_.pack(place, batches[owner]);
      elites_.remove(place);
    }
    return before - elites_.size();
  }
  void come_home(std::span<const std::byte> batch) override {
    while (!batch.empty()) elites_.unpack(batch, [](const Key&, const Genome&) {});
  }
  void all_home() override { draw_population(); }

 private:
  using PopulationIsland<P>::evaluator_;
  using PopulationIsland<P>::population_;
  using PopulationIsland<P>::random_;

  static constexpr std::size_t ahead = 8;  // individuals whose genes are on their way at a time

  std::optional<double> worst_cost(const MapElites& settings) const {
    const Direction direction = evaluator_.direction();
    if (settings.worst_fitness) return key_of({0, *settings.worst_fitness}, direction).cost;
    return direction == Direction::maximise ? std::optional(0.0) : std::nullopt;
  }

  void advance() override {
    breeder_.breed(population_, children_, random_);
    this->observe_bests(children_);
    show(children_);
    draw_population();
  }

  /// Improves a child, or the elite of its cell, in that cell or in an empty one beside it.
  void improve_in_cell(Genome& child, Score& score, std::uint64_t budget,
                       Random& random) requires ImprovesMaps<P> {
    std::vector<double> values(described_.size());
    evaluator_.problem().features(child, values);
    auto cell = cells_.cell_of(values);
    if (!cell) return evaluator_.improve(child, score, budget, random);
    if (random.below(2) == 0) {
      const std::size_t axis = random.below(static_cast<std::uint32_t>(described_.size()));
      const auto beside = cells_.beside(*cell, axis, random.below(2) == 0);
      if (beside && !elites_.fills(*beside)) cell = beside;
    }
    const bool empty = !elites_.fills(*cell) && (score.violation > 0 || cell != cells_.cell_of(values));
    if (const auto elite = elites_.find(*cell); elite && has_fitness(elites_.key(*elite))) {
      child = elites_.genome(*elite);
      score = score_of(elites_.key(*elite), evaluator_.direction());
    }
    evaluator_.improve_map(child, score, cells_.intervals_of(*cell), budget, random);
    if (!empty) return;
    evaluator_.problem().features(child, values);
    trials_.count(score.violation > 0 || cell != cells_.cell_of(values));
  }

  /// Shows individuals to the map. Those whose features are not numbers have no cell. All cells are found
  /// before the first is looked at, so that the memory of one is on its way while others are found.
  void show(const Population<Genome>& individuals) {
    const std::size_t width = described_.size();
    values_.resize(individuals.size() * width);
    found_.resize(individuals.size());
    for (std::size_t slot = 0; slot < individuals.size(); ++slot) {
      const std::span<double> values = std::span(values_).subspan(slot * width, width);
      evaluator_.problem().features(individuals.genomes[slot], values);
      found_[slot] = cells_.cell_of(values);
      if (found_[slot]) elites_.expect_insertion(*found_[slot]);
    }
    for (std::size_t slot = 0; slot < individuals.size(); ++slot) {
      if (!found_[slot]) continue;
      elites_.insert(*found_[slot], individuals.genomes[slot], individuals.keys[slot],
                     std::span(values_).subspan(slot * width, width));
    }
  }

  void draw_population() {
    if (elites_.size() == 0) return;
    const auto elites = static_cast<std::uint32_t>(elites_.size());
    drawn_.resize(size());
    for (std::uint32_t& place : drawn_) {
      place = random_.below(elites);
      elites_.expect_genome(place);
    }
    for (std::size_t slot = 0; slot < size(); ++slot) {
      if (slot + ahead < size()) elites_.expect_genes(drawn_[slot + ahead]);
      population_.genomes[slot] = elites_.genome(drawn_[slot]);
      population_.keys[slot] = elites_.key(drawn_[slot]);
    }
  }

  void replaced() override { show(population_); }
  /// An individual that has gone home stays in the population and must not enter the map, which was saved.
  void resumed() override {}

  void complete(Statistics& statistics) override {
    statistics.coverage = elites_.coverage();
    statistics.qd_score = elites_.worth();
  }

  void save_own_state(std::vector<std::byte>& state) const override {
    append_trailing(state, [this](std::vector<std::byte>& bytes) {
      elites_.save(bytes);
      trials_.save(bytes);
    });
  }
  std::size_t own_state_size_bytes(std::span<const std::byte> state) const override {
    return trailing_size_bytes(state);
  }
  void load_own_state(std::span<const std::byte> state) override {
    elites_.load(state, [this](const Key& key, const Genome& genome) { this->expect_sound(key, genome); });
    trials_.load(state);
  }

  std::vector<Feature> described_;
  MapCells cells_;
  Breeder<P> breeder_;
  Elites<Genome> elites_;
  Trials trials_;
  std::vector<double> values_;                     // [individual][feature], of those that are shown
  std::vector<std::optional<std::size_t>> found_;  // the cell of each of them
  std::vector<std::uint32_t> drawn_;               // the place of each individual of the population
  Population<Genome> children_;
};

}  // namespace skerry
