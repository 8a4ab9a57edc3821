#pragma once

#include "skerry/detail/genomes/genes.hpp"
#include "skerry/detail/operators/operators.hpp"
#include "skerry/detail/text.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace skerry {

namespace detail {

template <typename Part>
std::uint64_t hash_of_part(const Part& part) {
  if constexpr (requires { part.hash(); }) {
    return part.hash();
  } else {
    static_assert(std::has_unique_object_representations_v<Part>, "a part of a composite needs a hash()");
    return hash_of_genes<unsigned char>({reinterpret_cast<const unsigned char*>(&part), sizeof(part)});
  }
}

}  // namespace detail

/// A genome made of several stock genomes, of which some may be composites themselves. It is trivially
/// copyable where they are. Its parts are reached by structured bindings or get<>:
///
///   using Genome = skerry::Composite<skerry::Reals<2>, skerry::Permutation<8>>;
///   double evaluate(const Genome& genome) const { const auto& [sizes, order] = genome; ... }
template <typename First, typename... Rest>
struct Composite {
  First first{};
  Composite<Rest...> rest{};

  Composite() = default;
  explicit Composite(First part, Rest... others) : first(std::move(part)), rest(std::move(others)...) {}

  std::uint64_t hash() const { return 31 * detail::hash_of_part(first) + rest.hash(); }
  friend bool operator==(const Composite&, const Composite&) = default;
};

template <typename First>
struct Composite<First> {
  First first{};

  Composite() = default;
  explicit Composite(First part) : first(std::move(part)) {}

  std::uint64_t hash() const { return detail::hash_of_part(first); }
  friend bool operator==(const Composite&, const Composite&) = default;
};

/// Returns the part with that number, from 0.
template <std::size_t I, typename First, typename... Rest>
auto& get(Composite<First, Rest...>& composite) {
  if constexpr (I == 0) {
    return composite.first;
  } else {
    return get<I - 1>(composite.rest);
  }
}
template <std::size_t I, typename First, typename... Rest>
const auto& get(const Composite<First, Rest...>& composite) {
  if constexpr (I == 0) {
    return composite.first;
  } else {
    return get<I - 1>(composite.rest);
  }
}

/// Is used by Boost.Serialization for composites of which a part owns memory.
template <typename Archive, typename First, typename... Rest>
void serialize(Archive& archive, Composite<First, Rest...>& composite, unsigned /*version*/) {
  archive& composite.first;
  if constexpr (sizeof...(Rest) > 0) archive& composite.rest;
}

}  // namespace skerry

/// @cond Structured bindings
template <typename... Parts>
struct std::tuple_size<skerry::Composite<Parts...>> : std::integral_constant<std::size_t, sizeof...(Parts)> {
};
template <std::size_t I, typename... Parts>
struct std::tuple_element<I, skerry::Composite<Parts...>> : std::tuple_element<I, std::tuple<Parts...>> {};
/// @endcond

namespace skerry {

/// The type that bounds() returns in a problem whose genome is a Composite: the bounds of each part in their
/// order.
///   auto bounds() const { return skerry::Spaces<Genome>(skerry::Box<2>(0, 1), skerry::Permutations<8>()); }
template <typename Genome>
class Spaces;

template <typename... Parts>
class Spaces<Composite<Parts...>> {
 public:
  Spaces() requires(std::default_initializable<typename Stock<Parts>::Space>&&...) = default;
  explicit Spaces(typename Stock<Parts>::Space... spaces) : spaces_(std::move(spaces)...) {}

  template <std::size_t I>
  const auto& part() const {
    return std::get<I>(spaces_);
  }

 private:
  std::tuple<typename Stock<Parts>::Space...> spaces_;
};

namespace detail {

template <std::size_t... Sizes>
constexpr auto joined_names(const std::array<std::string_view, Sizes>&... lists) {
  std::array<std::string_view, (Sizes + ...)> all{};
  std::size_t at = 0;
  const auto append = [&](const auto& list) {
    for (const std::string_view name : list) all[at++] = name;
  };
  (append(lists), ...);
  return all;
}

}  // namespace detail

/// Each part has its own operators. A neighbour differs in one part, drawn by its number of genes.
template <typename... Parts>
struct Stock<Composite<Parts...>> {
  using Genome = Composite<Parts...>;
  using Space = Spaces<Genome>;
  static constexpr auto crossovers = detail::joined_names(Stock<Parts>::crossovers...);
  static constexpr auto mutations = detail::joined_names(Stock<Parts>::mutations...);

  static std::size_t size(const Space& space) {
    std::size_t sum = 0;
    each([&](auto part) { sum += of<part>::size(space.template part<part>()); });
    return sum;
  }
  static void sample(const Space& space, Genome& genome, Random& random) {
    each([&](auto part) { of<part>::sample(space.template part<part>(), get<part>(genome), random); });
  }
  static std::string fault(const Space& space, const Genome& genome) {
    std::string found;
    each([&](auto part) {
      if (!found.empty()) return;
      found = of<part>::fault(space.template part<part>(), get<part>(genome));
      if (!found.empty()) found = "in part " + std::to_string(part) + ", " + found;
    });
    return found;
  }
  static double distance(const Space& space, const Genome& a, const Genome& b) {
    double sum = 0;
    each([&](auto part) {
      const auto& values = space.template part<part>();
      sum += of<part>::distance(values, get<part>(a), get<part>(b)) *
             static_cast<double>(of<part>::size(values));
    });
    return std::min(sum / static_cast<double>(size(space)), 1.0);
  }
  static void loci(const Space& space, const Genome& genome, Loci& loci) requires(StockHasLoci<Parts>&&...) {
    each([&](auto part) { of<part>::loci(space.template part<part>(), get<part>(genome), loci); });
  }
  static constexpr GeneKind gene_kind = GeneKind::real;
  template <typename Visit>
  static void each_gene(const Space& space, const Genome& genome,
                        Visit&& visit) requires(StockHasGenes<Parts>&&...) {
    each([&](auto part) { of<part>::each_gene(space.template part<part>(), get<part>(genome), visit); });
  }
  static void neighbour(const Space& space, Genome& genome, Random& random) {
    std::size_t gene = random.below(static_cast<std::uint32_t>(size(space)));
    bool moved = false;
    each([&](auto part) {
      const auto& values = space.template part<part>();
      const std::size_t genes = of<part>::size(values);
      if (!moved && gene < genes) {
        of<part>::neighbour(values, get<part>(genome), random);
        moved = true;
      }
      gene -= genes;
    });
  }
  static void describe(const Space& space, const Genome& genome, std::string& text) {
    each([&](auto part) {
      if (part > 0) text += '\n';
      of<part>::describe(space.template part<part>(), get<part>(genome), text);
    });
  }
  static void parse(const Space& space, GenomeText& text, Genome& genome) {
    each([&](auto part) { of<part>::parse(space.template part<part>(), text, get<part>(genome)); });
  }

  static std::vector<GenePart> gene_parts(const Space& space) {
    std::vector<GenePart> parts;
    each([&](auto part) {
      for (GenePart& own : detail::gene_parts_of<of<part>>(space.template part<part>()))
        parts.push_back(std::move(own));
    });
    return parts;
  }
  static std::string text_of_genes(const Space& space, std::span<const std::string_view> genes) {
    std::string text;
    each([&](auto part) {
      const auto& values = space.template part<part>();
      const std::size_t count = of<part>::size(values);
      if (part > 0) text += '\n';
      text += detail::text_of_stock_genes<of<part>>(values, genes.first(count));
      genes = genes.subspan(count);
    });
    return text;
  }

  /// The parts that take an operator each; a part that is a composite itself counts as its parts.
  static constexpr std::size_t operator_parts() { return (operator_parts_of<Stock<Parts>>() + ...); }
  /// Appends the operators that each of them knows.
  static void append_operators(detail::OperatorsOfParts& crossover_lists,
                               detail::OperatorsOfParts& mutation_lists) {
    (append_operators_of<Stock<Parts>>(crossover_lists, mutation_lists), ...);
  }

  class Variation {
   public:
    Variation(const Space& space, const OperatorSettings& settings)
        : Variation(space, settings_of_parts(space, settings), indices{}) {}

    void cross(const Space& space, const Genome& a, const Genome& b, Genome& child, Random& random) {
      each([&](auto part) {
        std::get<part>(parts_).cross(space.template part<part>(), get<part>(a), get<part>(b),
                                     get<part>(child), random);
      });
    }
    void mutate(const Space& space, Genome& child, Random& random) {
      each([&](auto part) {
        std::get<part>(parts_).mutate(space.template part<part>(), get<part>(child), random);
      });
    }

   private:
    using SettingsOfParts = std::array<OperatorSettings, sizeof...(Parts)>;

    template <std::size_t... I>
    Variation(const Space& space, const SettingsOfParts& settings, std::index_sequence<I...> /*parts*/)
        : parts_(typename Stock<Parts>::Variation(space.template part<I>(), settings[I])...) {}

    static SettingsOfParts settings_of_parts(const Space& space, const OperatorSettings& settings) {
      detail::OperatorsOfParts crossover_lists;
      detail::OperatorsOfParts mutation_lists;
      append_operators(crossover_lists, mutation_lists);
      const auto crosses = detail::operators_of_parts("crossover", settings.crossover, crossover_lists);
      const auto mutates = detail::operators_of_parts("mutation", settings.mutation, mutation_lists);
      SettingsOfParts all;
      std::size_t first = 0;
      each([&](auto part) {
        constexpr std::size_t count = operator_parts_of<of<part>>();
        all[part] = settings;
        all[part].gene_rate = detail::gene_rate_of(settings, Stock::size(space));
        all[part].crossover = detail::operator_list(crosses, first, count);
        all[part].mutation = detail::operator_list(mutates, first, count);
        first += count;
      });
      return all;
    }

    std::tuple<typename Stock<Parts>::Variation...> parts_;
  };

 private:
  using indices = std::index_sequence_for<Parts...>;

  template <std::size_t I>
  using of = Stock<std::tuple_element_t<I, Genome>>;

  template <typename Part>
  static constexpr std::size_t operator_parts_of() {
    if constexpr (requires { Part::operator_parts(); }) return Part::operator_parts();
    return 1;
  }
  template <typename Part>
  static void append_operators_of(detail::OperatorsOfParts& crossover_lists,
                                  detail::OperatorsOfParts& mutation_lists) {
    if constexpr (requires { Part::append_operators(crossover_lists, mutation_lists); }) {
      Part::append_operators(crossover_lists, mutation_lists);
    } else {
      crossover_lists.emplace_back(Part::crossovers);
      mutation_lists.emplace_back(Part::mutations);
    }
  }

  /// Calls visit(number of the part), whose argument converts to a constant, for each part in turn.
  template <typename Visit>
  static void each(Visit visit) {
    each(visit, indices{});
  }
  template <typename Visit, std::size_t... I>
  static void each(Visit& visit, std::index_sequence<I...> /*parts*/) {
    (visit(std::integral_constant<std::size_t, I>{}), ...);
  }
};

}  // namespace skerry
