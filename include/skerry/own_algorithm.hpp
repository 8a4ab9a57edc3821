#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/error.hpp"
#include "skerry/record.hpp"

#include <cmath>
#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace skerry {

/// What an algorithm of a program's own sees (skerry/detail/algorithms/own_algorithm_island.hpp).
template <typename P>
class IslandAccess;

/// A whole algorithm, which a program brings (see skerry/own_parts.hpp) as a struct in this form, for a
/// completed problem P:
///
///   static constexpr std::string_view name = "climber";   what island.algorithm calls it
///   void advance(auto& island);                           makes one generation on an IslandAccess
///
/// It may have a member `settings`, a Record (skerry/record.hpp) of numbers. Their names are keys of [island]
/// and of OwnAlgorithm::values, and their values in the part are the defaults.
template <typename A, typename P>
concept SearchAlgorithm = std::copy_constructible<A> && requires(A& algorithm, IslandAccess<P>& island) {
  { A::name } -> std::convertible_to<std::string_view>;
  { algorithm.advance(island) } -> std::same_as<void>;
};

/// A part with settings of its own.
template <typename T>
concept HasSettings = requires(T& part) {
  requires Record<std::remove_cvref_t<decltype(part.settings)>>;
};

/// The name of an algorithm of a program's own, and its settings with their defaults.
struct AlgorithmForm {
  std::string name;
  std::vector<std::pair<std::string, double>> settings;
};

template <typename A>
AlgorithmForm form_of(const A& algorithm) {
  AlgorithmForm form{.name = std::string(A::name), .settings = {}};
  if constexpr (HasSettings<const A>) {
    for_each_member<std::remove_cvref_t<decltype(algorithm.settings)>>([&](const auto& member) {
      form.settings.emplace_back(member.name, static_cast<double>(algorithm.settings.*member.pointer));
    });
  }
  return form;
}

/// Gives the algorithm its settings. Throws UsageError for an unknown name, and a fraction for an integer.
template <typename A>
void configure_algorithm(A& algorithm, const OwnAlgorithm& settings) {
  for (const auto& entry : settings.values) {
    const std::string& key = entry.first;
    const double value = entry.second;
    bool known = false;
    if constexpr (HasSettings<A>) {
      for_each_member<std::remove_cvref_t<decltype(algorithm.settings)>>([&]<typename M>(const M& member) {
        if (member.name != key) return;
        known = true;
        if (std::is_integral_v<typename M::Value> && value != std::floor(value))
          throw UsageError(key + " is " + std::to_string(value) + "; algorithm \"" + std::string(A::name) +
                           "\" takes a whole number");
        algorithm.settings.*member.pointer = static_cast<typename M::Value>(value);
      });
    }
    if (known) continue;
    std::string names;
    for (const auto& [name, fallback] : form_of(algorithm).settings)
      names.append(names.empty() ? "" : ", ").append(name);
    throw UsageError(key + " is no setting of algorithm \"" + std::string(A::name) + "\", which has " +
                     (names.empty() ? "none of its own" : names));
  }
}

}  // namespace skerry
