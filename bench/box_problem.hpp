#pragma once

#include "skerry/evolve.hpp"

#include "box_functions.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

/// A function of box_functions.hpp as a problem of skerry.
struct BoxProblem {
  static constexpr const char* name = "box";
  using Genome = skerry::Reals<>;

  skerry::Box<> bounds() const {
    std::vector<skerry::Interval<double>> sides;
    for (std::size_t i = 0; i < function->size(); ++i)
      sides.push_back({function->lower[i], function->upper[i]});
    return skerry::Box<>(std::span<const skerry::Interval<double>>(sides));
  }
  skerry::Score evaluate(const Genome& x) const {
    const box_functions::Value value = (*function)(x.data());
    return {value.violation, value.fitness};
  }

  std::shared_ptr<const box_functions::Function> function;
};
