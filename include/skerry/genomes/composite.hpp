#pragma once

#include "skerry/genomes/genes.hpp"
#include "skerry/genomes/stock.hpp"
#include "skerry/genomes/text.hpp"
#include "skerry/operators/operator_settings.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

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
  /// Makes a composite of its parts, in their order.
  explicit Composite(First part, Rest... others) : first(std::move(part)), rest(std::move(others)...) {}

  /// Returns a hash; equal genomes have equal hashes.
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
/// Does the same for a constant composite.
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

/// Joins several lists of names into one.
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

/// The operators of a composite. Each part is crossed and mutated by its own operators. A neighbour differs
/// in one part, which is drawn with a probability proportional to its number of genes. The text form has a
/// line for each part.
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

  class Variation {
   public:
    Variation(const Space& space, const OperatorSettings& settings)
        : Variation(space, checked(settings, Stock::size(space)), indices{}) {}

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
    template <std::size_t... I>
    Variation(const Space& space, const OperatorSettings& settings, std::index_sequence<I...> /*parts*/)
        : parts_(typename Stock<Parts>::Variation(space.template part<I>(),
                                                  for_part<Stock<Parts>>(settings))...) {}

    static OperatorSettings checked(OperatorSettings settings, std::size_t genes) {
      detail::expect_known_operators("crossover", settings.crossover, crossovers);
      detail::expect_known_operators("mutation", settings.mutation, mutations);
      settings.gene_rate = detail::gene_rate_of(settings, genes);
      return settings;
    }

    template <typename Part>
    static OperatorSettings for_part(OperatorSettings settings) {
      // A part that is itself a composite receives the whole list and chooses from it the names that it
      // knows.
      settings.crossover = detail::operators_for_part(settings.crossover, Part::crossovers);
      settings.mutation = detail::operators_for_part(settings.mutation, Part::mutations);
      return settings;
    }

    std::tuple<typename Stock<Parts>::Variation...> parts_;
  };

 private:
  using indices = std::index_sequence_for<Parts...>;

  template <std::size_t I>
  using of = Stock<std::tuple_element_t<I, Genome>>;

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
