#pragma once

#include "skerry/algorithms/breeder.hpp"
#include "skerry/algorithms/elites.hpp"
#include "skerry/algorithms/settings.hpp"
#include "skerry/algorithms/trailing_state.hpp"
#include "skerry/archives/map_cells.hpp"
#include "skerry/error.hpp"
#include "skerry/measures.hpp"
#include "skerry/population/population.hpp"
#include "skerry/population/population_island.hpp"
#include "skerry/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace skerry {

/// MAP-Elites (Mouret & Clune, "Illuminating search spaces by mapping elites", 2015), over a grid or a
/// centroidal tessellation, as batches of children: their parents are the population, which is drawn anew
/// from all elites after each generation. Individuals that come from other islands are shown to the map.
template <CompleteProblem P>
requires HasFeatures<P>
class MapElitesIsland final : public PopulationIsland<P> {
 public:
  using Genome = typename P::Genome;

  /// Does not check the settings, since Algorithm has checked them. Throws UsageError for features that can't
  /// be axes.
  MapElitesIsland(P problem, const MapElites& settings, std::uint64_t seed, std::uint32_t island)
      : PopulationIsland<P>(std::move(problem), common_settings(settings), seed, island),
        described_(std::as_const(evaluator_.problem()).features()),
        cells_(settings.cells == CellKind::grid ? MapCells(described_)
                                                : MapCells(described_, settings.centroids, seed)),
        breeder_(evaluator_, breeding_of(settings)),
        elites_(cells_.size(), described_.size(), worst_cost(settings)) {
    children_.resize(settings.offspring);
  }

  using PopulationIsland<P>::size;

  SetDescription set_description() const override {
    return {.kind = SetKind::map,
            .features = described_,
            .cells = cells_.size(),
            .centroids = cells_.centroids()};
  }
  SolutionSet solution_set() const override { return elites_.set(); }

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
  /// The map was saved as it was. An individual that has gone home stays in the population of an island whose
  /// map is empty, and must not enter that map.
  void resumed() override {}

  void complete(Statistics& statistics) override {
    statistics.coverage = elites_.coverage();
    statistics.qd_score = elites_.worth();
  }

  void save_own_state(std::vector<std::byte>& state) const override {
    append_trailing(state, [this](std::vector<std::byte>& bytes) { elites_.save(bytes); });
  }
  std::size_t own_state_size_bytes(std::span<const std::byte> state) const override {
    return trailing_size_bytes(state);
  }
  void load_own_state(std::span<const std::byte> state) override {
    elites_.load(state, [this](const Key& key, const Genome& genome) { this->expect_sound(key, genome); });
  }

  std::vector<Feature> described_;
  MapCells cells_;
  Breeder<P> breeder_;
  Elites<Genome> elites_;
  std::vector<double> values_;                     // [individual][feature], of those that are shown
  std::vector<std::optional<std::size_t>> found_;  // the cell of each of them
  std::vector<std::uint32_t> drawn_;               // the place of each individual of the population
  Population<Genome> children_;
};

}  // namespace skerry
