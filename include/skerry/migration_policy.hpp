#pragma once

#include "skerry/population.hpp"
#include "skerry/random.hpp"

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>

namespace skerry {

/// A policy that draws random numbers; see MigrationPolicy.
template <typename M, typename Genome>
concept DrawsMigrants = requires(M& policy, const Population<Genome>& population,
                                 std::span<std::uint32_t> ranking, Random& random) {
  { policy.order(population, ranking, random) } -> std::same_as<void>;
};

/// A rule that orders the individuals of an island before a migration along links: the first of the order
/// leave or are copied, and the last make room for copies that come. A program brings its own (see
/// skerry/own_parts.hpp) as a struct in the form of those below:
///
///   static constexpr std::string_view name = "diverse";         what migration.policy calls it
///   void order(const Population<Genome>& population, std::span<std::uint32_t> ranking, Random& random);
///
/// `ranking` holds all slots, best first, and the policy permutes it. One without `Random& random` draws no
/// random numbers. Those that are drawn are of a stream of each island's own, which checkpoints save.
template <typename M, typename Genome>
concept MigrationPolicy = std::copy_constructible<M> && requires {
  { M::name } -> std::convertible_to<std::string_view>;
} &&(DrawsMigrants<M, Genome> ||
     requires(M & policy, const Population<Genome>& population, std::span<std::uint32_t> ranking) {
       { policy.order(population, ranking) } -> std::same_as<void>;
     });

/// The best are migrants, and copies replace the worst (compared by Cantu-Paz, Journal of Heuristics 2001).
struct BestMigrate {
  static constexpr std::string_view name = "best";
  template <typename Genome>
  void order(const Population<Genome>& /*population*/, std::span<std::uint32_t> /*ranking*/) {}
};

/// Migrants, and those whom copies replace, are drawn at random.
struct RandomMigrate {
  static constexpr std::string_view name = "random";
  template <typename Genome>
  void order(const Population<Genome>& /*population*/, std::span<std::uint32_t> ranking, Random& random) {
    random.shuffle(ranking);
  }
};

using StockMigrationPolicies = std::tuple<BestMigrate, RandomMigrate>;

}  // namespace skerry
