#pragma once

namespace skerry {

/// rand_1_bin and best_1_bin: the base of a mutant is a random individual, or the best (Storn and Price
/// 1997). jde: rand_1_bin with a weight and a crossover rate of each individual's own, which adapt (Brest et
/// al. 2006).
enum class DifferentialVariant { rand_1_bin, best_1_bin, jde };

/// Settings of differential evolution; the defaults are the literature's.
struct DifferentialSettings {
  DifferentialVariant variant = DifferentialVariant::jde;
  double weight = 0.5;          ///< F, of the difference of two individuals, in (0, 2]; jde: the first one
  double crossover_rate = 0.9;  ///< CR, of genes that come from the mutant, in [0, 1]; jde: the first one
  double tau1 = 0.1;            ///< jde: probability that an individual tries another weight, in [0, 1]
  double tau2 = 0.1;            ///< jde: probability that it tries another crossover rate, in [0, 1]

  friend bool operator==(const DifferentialSettings&, const DifferentialSettings&) = default;
};

}  // namespace skerry
