#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/detail/algorithms/differential_evolution_island.hpp"
#include "skerry/detail/algorithms/search_distribution.hpp"
#include "skerry/error.hpp"
#include "skerry/population.hpp"
#include "skerry/problem.hpp"
#include "skerry/record.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace skerry {

/// How far the runs of CMA-ES on an island have come, as a checkpoint holds it.
struct CmaEsProgress {
  Key run_best{};               ///< of the present run
  Key found{};                  ///< of all runs
  std::uint64_t runs = 0;       ///< that have begun
  std::uint64_t doublings = 0;  ///< of the number of samples
  std::uint64_t stalled = 0;    ///< generations without a new best of the run
  std::uint64_t sampled = 0;    ///< evaluations of the runs after the first
  std::uint64_t tried = 0;      ///< evaluations of differential evolution
};

template <>
inline constexpr auto members_of<CmaEsProgress> =
    std::tuple{Member{"run_best", "1", "best of the run", &CmaEsProgress::run_best},
               Member{"found", "1", "best of all runs", &CmaEsProgress::found},
               Member{"runs", "1", "runs that have begun", &CmaEsProgress::runs},
               Member{"doublings", "1", "doublings of the number of samples", &CmaEsProgress::doublings},
               Member{"stalled", "1", "generations without a new best of the run", &CmaEsProgress::stalled},
               Member{"sampled", "1", "evaluations of the runs after the first", &CmaEsProgress::sampled},
               Member{"tried", "1", "evaluations of differential evolution", &CmaEsProgress::tried}};
static_assert(describes_whole<CmaEsProgress>);

/// CMA-ES with restarts. A run begins at the best individual; when it has converged, the next one begins at
/// the best of the population if no run has found one as good, as after a migration, or else at random with
/// twice the samples, up to `offspring` (IPOP, Auger and Hansen 2005). Samples replace the worst. With
/// differential evolution, which works on the population, both share evaluations after the first run alike.
/// Of several islands with both, the first third, to which a pool deals the best, has differential evolution
/// alone, and the others CMA-ES alone, each second pair of which begins with twice the samples.
template <CompleteProblem P>
requires RealsInBox<P>
class CmaEsIsland final : public DifferentialEvolutionIsland<P> {
  using Base = DifferentialEvolutionIsland<P>;

 public:
  using Genome = typename P::Genome;

  CmaEsIsland(P problem, const CmaEs& settings, std::uint64_t seed, std::uint32_t island, std::size_t islands)
      : Base(std::move(problem),
             {.population = settings.population,
              .offspring = settings.offspring,
              .invalid_fitness = settings.invalid_fitness},
             seed, island),
        settings_(settings),
        distribution_(Stock<Genome>::size(evaluator_.problem().bounds())),
        trials_(settings.population),
        parameters_tried_(settings.population),
        mean_(distribution_.genes()),
        alone_(islands == 1),
        only_tries_(has_both() && island < (islands + 1) / 3),
        begins_doubled_(has_both() && island / 2 % 2 == 1) {
    if (only_tries_ && !MakesTaskRunner<P>) evolving_ = std::min(evolving_, most_that_only_try);
  }

 private:
  using Base::box_;
  using Base::evaluator_;
  using Base::evolving_;
  using Base::population_;
  using Base::random_;
  using typename Base::Parameters;

  bool has_both() const { return settings_.kind == CmaEsKind::with_differential_evolution; }

  void advance() override {
    if (only_tries_) return advance_trials();
    if (progress_.runs == 0) begin_run();
    if (has_both() && alone_ && progress_.tried < progress_.sampled) {
      advance_trials();
    } else {
      advance_samples();
    }
  }

  /// The trials of one round do not see each other, so that they are evaluated together.
  void advance_trials() {
    const std::size_t round = only_tries_ && !MakesTaskRunner<P> ? 1 : evolving_;
    for (std::uint64_t left = settings_.offspring; left > 0;) {
      const auto count = std::min<std::size_t>(left, round);
      left -= count;
      this->find_best();
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t slot = (progress_.tried + i) % evolving_;
        parameters_tried_[i] = this->parameters_for(slot);
        this->make_trial(slot, parameters_tried_[i]);
        std::swap(trials_[i], this->trial_);
      }
      evaluate(std::span(trials_).first(count));
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t slot = (progress_.tried + i) % evolving_;
        this->take_unless_worse(slot, trials_[i], keys_[i], parameters_tried_[i]);
      }
      progress_.tried += count;
    }
  }

  void advance_samples() {
    std::uint64_t made = 0;
    do {
      made += distribution_.samples();
      sample_generation();
    } while (made + distribution_.samples() <= settings_.offspring && !evaluator_.lacks());
  }

  void sample_generation() {
    const std::size_t count = distribution_.samples();
    distribution_.draw(random_);
    if (samples_.size() < count) samples_.resize(count, population_.genomes.front());
    for (std::size_t i = 0; i < count; ++i) put_into_box(distribution_.sample(i), samples_[i]);
    evaluate(std::span(samples_).first(count));
    order_by_key(keys_, order_);
    const std::size_t best = order_.front();
    this->observe(samples_[best], keys_[best]);
    if (evaluator_.lacks()) return;

    if constexpr (Repairs<P>) {
      for (std::size_t i = 0; i < count; ++i) put_into_unit_box(samples_[i], distribution_.sample(i));
    }
    distribution_.learn(order_);
    if (progress_.runs > 1) progress_.sampled += count;
    ++progress_.stalled;
    if (keys_[best] < progress_.run_best) {
      progress_.stalled = 0;
      progress_.run_best = keys_[best];
      run_best_ = samples_[best];
    }
    if (!has_both()) {
      for (const std::uint32_t i : order_)
        if (!replaces_worst(samples_[i], keys_[i])) break;
    }
    if (!converged()) return;
    if (has_both()) replaces_worst(run_best_, progress_.run_best);
    progress_.found = std::min(progress_.found, progress_.run_best);
    begin_run();
  }

  void begin_run() {
    const std::size_t best = best_slot(population_.keys);
    const std::size_t fewest = std::min<std::size_t>(
        std::max(SearchDistribution::default_samples(distribution_.genes()), together()),
        settings_.offspring);
    const bool first = progress_.runs == 0;
    const bool at_best = first || population_.keys[best] < progress_.found;
    const bool anew = at_best && !first;
    if (at_best) {
      put_into_unit_box(population_.genomes[best], mean_);
    } else {
      for (double& coordinate : mean_) coordinate = random_.uniform();
    }
    const bool doubles = first ? begins_doubled_ : !at_best;
    if (doubles && fewest << (progress_.doublings + 1) <= settings_.offspring) ++progress_.doublings;
    const std::size_t samples = anew ? fewest : fewest << progress_.doublings;
    const double step = settings_.initial_step * (anew ? share_of_step_near_best : 1);
    distribution_.begin(mean_, step, samples);
    ++progress_.runs;
    progress_.stalled = 0;
    progress_.run_best = none_yet;
  }

  /// Returns the fewest samples of a round; not by the number of workers, which must not change a run.
  std::size_t together() const { return MakesTaskRunner<P> ? settings_.population / 2 : 0; }

  /// Tells whether the run has come to its end: the samples are alike, or no longer become better.
  bool converged() const {
    const Key& best = keys_[order_.front()];
    const Key& worst = keys_[order_.back()];
    const bool alike =
        best.violation == worst.violation && worst.cost - best.cost <= alike_share * std::abs(best.cost);
    const std::uint64_t patience = 120 + 30 * distribution_.genes() / distribution_.samples();
    return alike || progress_.stalled > patience || distribution_.exhausted();
  }

  /// Puts an individual into the place of the worst, if that is worse; returns whether it is.
  bool replaces_worst(const Genome& genome, const Key& key) {
    const auto worst =
        static_cast<std::size_t>(std::ranges::max_element(population_.keys) - population_.keys.begin());
    if (!(key < population_.keys[worst])) return false;
    population_.genomes[worst] = genome;
    population_.keys[worst] = key;
    return true;
  }

  void put_into_box(std::span<const double> point, Genome& genome) const {
    for (std::size_t gene = 0; gene < point.size(); ++gene) {
      const double lower = box_.lower(gene);
      genome[gene] = std::min(lower + point[gene] * (box_.upper(gene) - lower), box_.upper(gene));
    }
  }
  void put_into_unit_box(const Genome& genome, std::span<double> point) const {
    for (std::size_t gene = 0; gene < point.size(); ++gene) {
      const double lower = box_.lower(gene);
      const double interval = box_.upper(gene) - lower;
      point[gene] = interval > 0 ? (genome[gene] - lower) / interval : 0.5;
    }
  }

  /// Writes the keys of genomes, which are repaired if the problem repairs.
  void evaluate(std::span<Genome> genomes) {
    keys_.resize(genomes.size());
    if constexpr (EvaluatesBatch<P>) {
      scores_.resize(genomes.size());
      evaluator_.evaluate_repaired(genomes, std::span(scores_), random_);
      for (std::size_t i = 0; i < genomes.size(); ++i) keys_[i] = evaluator_.key_of(scores_[i]);
    } else {
      for (std::size_t i = 0; i < genomes.size(); ++i)
        keys_[i] = evaluator_.key_of(evaluator_.evaluate_repaired(genomes[i], random_));
    }
  }

  void save_own_state(std::vector<std::byte>& state) const override {
    append_trailing(state, [this](std::vector<std::byte>& bytes) {
      Base::save_own_state(bytes);
      append_record(bytes, progress_);
      if (progress_.runs == 0) return;
      distribution_.save(bytes);
      pack_genome(run_best_, bytes);
    });
  }
  std::size_t own_state_size_bytes(std::span<const std::byte> state) const override {
    return trailing_size_bytes(state);
  }
  void load_own_state(std::span<const std::byte> state) override {
    Base::load_own_state(state.first(std::min(state.size(), Base::own_state_size_bytes(state))));
    state = state.subspan(Base::own_state_size_bytes(state));
    const std::uint64_t most = std::bit_width(settings_.offspring);
    if (!take_record(state, progress_) || progress_.doublings > most)
      throw DataError("a saved island holds runs that CMA-ES does not make");
    if (progress_.runs == 0) return;
    distribution_.load(state, settings_.offspring);
    run_best_ = take_genome<Genome>(state);
    if (has_fitness(progress_.run_best)) this->expect_sound(progress_.run_best, run_best_);
  }

  static constexpr Key none_yet{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
  /// Of the first step, for a run that begins at an individual that others have found.
  static constexpr double share_of_step_near_best = 0.1;
  /// Individuals of an island that has differential evolution alone, on which it works.
  static constexpr std::size_t most_that_only_try = 16;
  /// Differences of fitness by so small a share are taken for rounding.
  static constexpr double alike_share = 1e-14;

  CmaEs settings_;
  SearchDistribution distribution_;
  CmaEsProgress progress_{.run_best = none_yet, .found = none_yet};
  Genome run_best_{};
  std::vector<Genome> trials_;
  std::vector<Parameters> parameters_tried_;
  std::vector<Genome> samples_;
  std::vector<Key> keys_;      // of the samples or trials
  std::vector<Score> scores_;  // likewise, if the problem evaluates batches
  std::vector<std::uint32_t> order_;
  std::vector<double> mean_;
  bool alone_;
  bool only_tries_;
  bool begins_doubled_;
};

}  // namespace skerry
