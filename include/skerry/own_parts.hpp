#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/columns.hpp"
#include "skerry/error.hpp"
#include "skerry/migration_policy.hpp"
#include "skerry/own_algorithm.hpp"
#include "skerry/record.hpp"
#include "skerry/replacement.hpp"
#include "skerry/score.hpp"
#include "skerry/selection.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace skerry {

// The parts of a search that a program brings besides its problem: values of types of its own, which follow
// the other arguments of evolve() and main(). Settings name them as they name the stock ones, and the hot
// loop is compiled for them:
//
//   struct Greedy {
//     static constexpr std::string_view name = "greedy";
//     void prepare(std::span<const std::uint32_t> ranking) { best = ranking.front(); }
//     std::uint32_t pick(skerry::Random&) const { return best; }
//     std::uint32_t best = 0;
//   };
//   skerry::evolve(problem, {.island = skerry::Genetic{.selection = "greedy"}}, mpi, Greedy{});
//
// Each island has a copy of its own. Parts draw random numbers from what they are given alone, so that a run
// is repeated bit for bit.
//
// Observers take no part in the search: each one adds columns to statistics and traces (ObservesPopulation in
// skerry/columns.hpp). No setting names them; all that are given observe every island.

/// A part with a member `state`, a Record (skerry/record.hpp) that checkpoints save.
template <typename T>
concept KeepsState = requires(T& part) {
  requires Record<std::remove_cvref_t<decltype(part.state)>>;
};

namespace detail {

template <typename Is, typename... T>
auto parts_that(Is /*is*/, const std::tuple<T...>& parts) {
  const auto kept = []<typename Part>(const Part& part) {
    if constexpr (Is()(std::type_identity<Part>())) {
      return std::tuple<Part>(part);
    } else {
      return std::tuple<>();
    }
  };
  return std::apply([&](const T&... part) { return std::tuple_cat(kept(part)...); }, parts);
}

inline constexpr auto are_selections = []<typename T>(std::type_identity<T>) { return SelectionRule<T>; };
template <typename Genome>
inline constexpr auto are_replacements =
    []<typename T>(std::type_identity<T>) { return ReplacementRule<T, Genome>; };
template <typename Genome>
inline constexpr auto are_migration_policies =
    []<typename T>(std::type_identity<T>) { return MigrationPolicy<T, Genome>; };
template <typename P>
inline constexpr auto are_algorithms =
    []<typename T>(std::type_identity<T>) { return SearchAlgorithm<T, P>; };
template <typename Genome>
inline constexpr auto are_observers =
    []<typename T>(std::type_identity<T>) { return ObservesPopulation<T, Genome>; };

/// Throws UsageError for a name that is none of a part's.
[[noreturn]] void refuse_part(std::string_view what, std::string_view name,
                              std::span<const std::string_view> names);

template <typename... T>
std::variant<T...> choose_part(std::string_view what, std::string_view name, const std::tuple<T...>& parts) {
  std::optional<std::variant<T...>> chosen;
  const auto look_at = [&]<typename Part>(const Part& part) {
    if (Part::name == name) chosen.emplace(part);
  };
  std::apply([&](const T&... part) { (look_at(part), ...); }, parts);
  if (!chosen) refuse_part(what, name, std::array<std::string_view, sizeof...(T)>{T::name...});
  return *std::move(chosen);
}

template <typename... T>
consteval bool different_names(std::type_identity<std::tuple<T...>> /*parts*/) {
  const std::array<std::string_view, sizeof...(T)> names{T::name...};
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (names[i] == names[j]) return false;
    }
  }
  return true;
}

template <typename P, typename Part>
constexpr void expect_part() {
  using Genome = typename P::Genome;
  constexpr bool picks = requires {
    &Part::pick;
  };
  constexpr bool replaces = requires {
    &Part::survivors;
  }
  || requires {
    &Part::replace;
  };
  if constexpr (KeepsState<Part>) {
    static_assert(describes_whole<std::remove_cvref_t<decltype(std::declval<Part&>().state)>>,
                  "the state of a part is a struct of which skerry::members_of names each member, without "
                  "padding");
  }
  constexpr bool orders = requires {
    &Part::order;
  };
  constexpr bool advances = SearchAlgorithm<Part, P> || requires {
    &Part::advance;
  }
  || requires(Part & part, IslandAccess<P> & island) {
    part.advance(island);
  };
  static_assert(!advances || SearchAlgorithm<Part, P>,
                "an algorithm has: static constexpr std::string_view name; and template <typename Island> "
                "void advance(Island& island)");
  static_assert(
      !picks || SelectionRule<Part>,
      "a selection has: static constexpr std::string_view name; void prepare(std::span<const "
      "skerry::Key> keys), or void prepare(std::span<const std::uint32_t> ranking); and std::uint32_t "
      "pick(skerry::Random&)");
  static_assert(
      !replaces || picks || ReplacementRule<Part, Genome>,
      "a replacement has: static constexpr std::string_view name; and std::span<const std::uint32_t> "
      "survivors(const skerry::Population<Genome>& parents, const skerry::Population<Genome>& "
      "children, skerry::Random&), or void replace(skerry::Population<Genome>& population, "
      "skerry::Population<Genome>& children, skerry::Population<Genome>& next, skerry::Random&)");
  constexpr bool observes = ObservesPopulation<Part, Genome> || requires {
    &Part::observe;
  }
  || requires {
    &Part::columns;
  };
  static_assert(!orders || picks || replaces || MigrationPolicy<Part, Genome>,
                "a migration policy has: static constexpr std::string_view name; and void "
                "order(const skerry::Population<Genome>& population, std::span<std::uint32_t> ranking, "
                "skerry::Random&)");
  static_assert(!observes || picks || replaces || orders || ObservesPopulation<Part, Genome>,
                "an observer has: std::vector<skerry::Column> columns() const; and void observe(const "
                "skerry::Population<Genome>& population, std::span<double> values)");
  static_assert(picks || replaces || orders || advances || observes || SelectionRule<Part> ||
                    ReplacementRule<Part, Genome> || MigrationPolicy<Part, Genome>,
                "a part that a program brings is a selection, with pick(), a replacement, with survivors() "
                "or replace(), a migration policy, with order(), an observer, with observe(), or an "
                "algorithm, with a template advance(); skerry/own_parts.hpp has their forms");
}

}  // namespace detail

/// All rules of a kind from which a program can choose: the stock ones, and its own.
template <typename Stock, typename Is, typename Own>
auto all_rules(Is is, const Own& own) {
  auto all = std::tuple_cat(Stock(), detail::parts_that(is, own));
  static_assert(detail::different_names(std::type_identity<decltype(all)>()),
                "two selections, replacements or migration policies have the same name; those of skerry are "
                "in skerry/selection.hpp, skerry/replacement.hpp and skerry/migration_policy.hpp");
  return all;
}

/// These return the rule of that name, and throw UsageError if there is none.
template <typename Own>
auto choose_selection(std::string_view name, const Own& own) {
  return detail::choose_part("selection", name, all_rules<StockSelections>(detail::are_selections, own));
}
template <typename Genome, typename Own>
auto choose_replacement(std::string_view name, const Own& own) {
  return detail::choose_part("replacement", name,
                             all_rules<StockReplacements>(detail::are_replacements<Genome>, own));
}
template <typename Genome, typename Own>
auto choose_migration_policy(std::string_view name, const Own& own) {
  return detail::choose_part("migration.policy", name,
                             all_rules<StockMigrationPolicies>(detail::are_migration_policies<Genome>, own));
}

/// Any one rule of a program.
template <typename Own>
using AnySelection = decltype(choose_selection("", std::declval<Own>()));
template <typename Own, typename Genome>
using AnyReplacement = decltype(choose_replacement<Genome>("", std::declval<Own>()));

/// Returns those of a program's parts for which a genetic island is compiled: selections and replacements.
template <typename Genome, typename Own>
auto breeding_parts(const Own& own) {
  return std::tuple_cat(detail::parts_that(detail::are_selections, own),
                        detail::parts_that(detail::are_replacements<Genome>, own));
}

/// Returns the algorithms that a program brings for a completed problem P.
template <typename P, typename Own>
auto own_algorithms(const Own& own) {
  auto algorithms = detail::parts_that(detail::are_algorithms<P>, own);
  static_assert(detail::different_names(std::type_identity<decltype(algorithms)>()),
                "two algorithms of the program have the same name");
  return algorithms;
}

/// Calls use(part) for the part that is chosen. It is for what differs from problem to problem: std::visit()
/// would compile eight functions of the library for each part of each problem.
template <typename... T, typename Use>
void with_part(std::variant<T...>& part, Use use) {
  const auto look_at = [&](auto* chosen) {
    if (chosen) use(*chosen);
  };
  (look_at(std::get_if<T>(&part)), ...);
}

template <typename... T>
void configure_part(std::variant<T...>& part, const Genetic& settings, Direction direction) {
  std::visit(
      [&](auto& chosen) {
        if constexpr (requires { chosen.configure(settings, direction); })
          chosen.configure(settings, direction);
      },
      part);
}

template <typename... T>
void append_part_state(std::vector<std::byte>& bytes, const std::variant<T...>& part) {
  std::visit(
      [&]<typename Part>(const Part& chosen) {
        if constexpr (KeepsState<const Part>) append_record(bytes, chosen.state);
      },
      part);
}
template <typename... T>
void take_part_state(std::span<const std::byte>& bytes, std::variant<T...>& part) {
  std::visit(
      [&]<typename Part>(Part& chosen) {
        if constexpr (KeepsState<Part>) take_record(bytes, chosen.state);
      },
      part);
}

/// Fails to compile, with one sentence, if a part has none of these forms for a completed problem P.
template <typename P, typename... T>
constexpr void expect_parts() {
  (detail::expect_part<P, T>(), ...);
}

}  // namespace skerry
