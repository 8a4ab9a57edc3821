#pragma once

#include "skerry/detail/genomes/genes.hpp"
#include "skerry/detail/operators/operators.hpp"
#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"
#include "skerry/genome_form.hpp"
#include "skerry/problem.hpp"
#include "skerry/problem_members.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace skerry {
namespace detail {

/// The bounds and the operators of a stock genome; empty for other genomes.
template <typename P>
struct StockParts {
  StockParts(const P& /*problem*/, const OperatorSettings& /*settings*/) {}
};
template <HasStockGenome P>
struct StockParts<P> {
  using Genome = typename P::Genome;
  using Space = typename Stock<Genome>::Space;

  StockParts(const P& problem, const OperatorSettings& settings)
      : space(space_of(problem)), variation(space, settings) {}

  static Space space_of(const P& problem) {
    if constexpr (HasBounds<P>) {
      return problem.bounds();
    } else {
      return Space();
    }
  }

  Space space;
  typename Stock<Genome>::Variation variation;
};

/// A problem whose crossover is that of its stock genome, in a form that makes two children.
template <typename P>
concept StockCrossesBoth =
    HasStockGenome<P> && !Crosses<P> &&
    requires(typename StockParts<P>::Space & space, typename Stock<typename P::Genome>::Variation& variation,
             typename P::Genome& genome, Random& random) {
  variation.cross_both(space, genome, genome, genome, genome, random);
};

/// Throws UsageError for a choice of operators if the problem's own ones are used.
inline void refuse_choice(std::string_view what, const std::string& name) {
  if (name.empty()) return;
  throw UsageError(std::string(what) + " is \"" + name + "\", but this problem has a " + std::string(what) +
                       " of its own; leave the key out",
                   {.key = std::string(what)});
}

}  // namespace detail

/// A problem with all that its author left to the engine: the direction, a Score for a number, and what a
/// stock genome brings and no member of the problem replaces, by OperatorSettings.
template <Problem P>
class StockProblem : public P {
  using Parts = detail::StockParts<P>;
  static constexpr bool stock = HasStockGenome<P>;

 public:
  using Original = P;
  using Genome = typename P::Genome;

  /// Throws UsageError for operators that do not belong to the genome, and for parameters out of range.
  explicit StockProblem(P problem, const OperatorSettings& settings = {})
      : P(std::move(problem)), parts_(static_cast<const P&>(*this), settings) {
    static_assert(RightMembers<P>::value);
    if constexpr (Crosses<P>) detail::refuse_choice("crossover", settings.crossover);
    if constexpr (Mutates<P>) detail::refuse_choice("mutation", settings.mutation);
  }

  Direction direction() const { return direction_of<P>(*this); }

  Score evaluate(const Genome& genome) { return as_score(P::evaluate(genome)); }

  Genome sample(Random& random) {
    if constexpr (Samples<P>) {
      return P::sample(random);
    } else {
      Genome genome{};
      Stock<Genome>::sample(parts_.space, genome, random);
      return genome;
    }
  }

  Genome crossover(const Genome& a, const Genome& b, Random& random) {
    if constexpr (Crosses<P>) {
      return P::crossover(a, b, random);
    } else {
      Genome child{};
      parts_.variation.cross(parts_.space, a, b, child, random);
      return child;
    }
  }

  /// The memory of the child is used again.
  void crossover_into(const Genome& a, const Genome& b, Genome& child,
                      Random& random) requires(CrossesInPlace<P> || !Crosses<P>) {
    if constexpr (CrossesInPlace<P>) {
      P::crossover_into(a, b, child, random);
    } else {
      parts_.variation.cross(parts_.space, a, b, child, random);
    }
  }

  /// The children share what each does not take if the crossover can do so.
  void cross_both(const Genome& a, const Genome& b, Genome& first, Genome& second,
                  Random& random) requires detail::StockCrossesBoth<P> {
    parts_.variation.cross_both(parts_.space, a, b, first, second, random);
  }

  /// The operators of a stock genome know their rate.
  void mutate(Genome& child, [[maybe_unused]] double rate, Random& random) {
    if constexpr (Mutates<P>) {
      P::mutate(child, rate, random);
    } else {
      parts_.variation.mutate(parts_.space, child, random);
    }
  }

  void neighbour(Genome& genome, Random& random) requires(stock || HasNeighbour<P>) {
    if constexpr (HasNeighbour<P>) {
      P::neighbour(genome, random);
    } else {
      Stock<Genome>::neighbour(parts_.space, genome, random);
    }
  }

  double distance(const Genome& a, const Genome& b) requires(stock || HasDistance<P>) {
    if constexpr (HasDistance<P>) {
      return P::distance(a, b);
    } else {
      return Stock<Genome>::distance(parts_.space, a, b);
    }
  }

  void loci(const Genome& genome, Loci& loci) requires(HasLoci<P> || (stock && StockHasLoci<Genome>)) {
    if constexpr (HasLoci<P>) {
      P::loci(genome, loci);
    } else {
      Stock<Genome>::loci(parts_.space, genome, loci);
    }
  }

  /// It is empty if nothing is wrong.
  std::string fault(const Genome& genome) const requires(stock) {
    std::string found = Stock<Genome>::fault(parts_.space, genome);
    if constexpr (Validates<P>) {
      if (found.empty() && !P::valid(genome)) found = "valid() says so";
    }
    return found;
  }

  /// Tells whether it is a genome of this problem, feasible or not.
  bool valid(const Genome& genome) const requires(stock || Validates<P>) {
    if constexpr (stock) {
      return fault(genome).empty();
    } else {
      return P::valid(genome);
    }
  }

  std::string describe(const Genome& genome) requires(stock || Describes<P>) {
    if constexpr (Describes<P>) {
      return P::describe(genome);
    } else {
      std::string text;
      Stock<Genome>::describe(parts_.space, genome, text);
      return text;
    }
  }

  /// Reads a genome. Throws DataError for text of none in the bounds. A problem's describe() needs a parse().
  Genome parse(std::string_view text,
               const std::string& name) requires(Parses<P> || (stock && !Describes<P>)) {
    if constexpr (Parses<P>) {
      return P::parse(text, name);
    } else {
      Genome genome{};
      GenomeText words(text, name);
      Stock<Genome>::parse(parts_.space, words, genome);
      words.expect_end();
      if (const std::string found = fault(genome); !found.empty()) throw DataError(found + " (" + name + ")");
      return genome;
    }
  }

  std::vector<GenePart> gene_parts() const requires(stock && !Parses<P> && !Describes<P>) {
    return detail::gene_parts_of<Stock<Genome>>(parts_.space);
  }
  std::string text_of_genes(std::span<const std::string_view> genes) const
      requires(stock && !Parses<P> && !Describes<P>) {
    return detail::text_of_stock_genes<Stock<Genome>>(parts_.space, genes);
  }

 private:
  [[no_unique_address]] Parts parts_;
};

namespace detail {
template <typename P>
struct CompleteOf {
  using type = StockProblem<P>;
};
template <CompleteProblem P>
struct CompleteOf<P> {
  using type = P;
};
}  // namespace detail

/// The type on which islands work: the problem itself if it declares everything, else a StockProblem of it.
template <Problem P>
using Complete = typename detail::CompleteOf<P>::type;

/// The problem's mutate() is that of its author.
template <typename P>
concept HasOwnMutation = Mutates<Original<P>>;

/// Returns the rate that the mutate() of a problem gets: `set` or, if that is 0, what the problem states;
/// otherwise 1 / genes of a stock genome, and 0.2 of any other.
template <HasOwnMutation P>
double own_gene_rate(const P& problem, double set) {
  if (set > 0) return set;
  using Own = Original<P>;
  if constexpr (HasGeneRate<Own>) {
    return problem.gene_rate();
  } else if constexpr (HasStockGenome<Own>) {
    const auto space = detail::StockParts<Own>::space_of(problem);
    return 1 / static_cast<double>(Stock<typename Own::Genome>::size(space));
  } else {
    return 0.2;
  }
}

/// Makes the problem with these operators. Throws UsageError as StockProblem's constructor does, and for any
/// choice of operators if the problem brings all of its own.
template <Problem P>
Complete<P> completed(P problem, const OperatorSettings& settings = {}) {
  if constexpr (CompleteProblem<P>) {
    detail::refuse_choice("crossover", settings.crossover);
    detail::refuse_choice("mutation", settings.mutation);
    if (settings != OperatorSettings{.gene_rate = settings.gene_rate}) {
      throw UsageError(
          "parameters of stock operators are set, but this problem has operators of its own; leave the keys "
          "out");
    }
    return problem;
  } else {
    return Complete<P>(std::move(problem), settings);
  }
}

namespace detail {
/// An array of numbers, whose elements are its genes.
template <typename Genome>
struct NumbersIn : std::false_type {};
template <typename T, std::size_t N>
requires std::is_arithmetic_v<T>
struct NumbersIn<std::array<T, N>> : std::true_type {
  static constexpr GeneKind gene = std::is_floating_point_v<T> ? GeneKind::real
                                   : sizeof(T) == 1            ? GeneKind::byte
                                                               : GeneKind::integer;
  static constexpr std::size_t size = N;
};
}  // namespace detail

/// Writes the genomes of a problem in the form in which traces store them (see GenomeForm).
template <CompleteProblem P>
class GenomeRows {
 public:
  using Genome = typename P::Genome;

  /// The problem must outlive it.
  explicit GenomeRows(const P& problem) : space_(space_of(problem)) {}

  GenomeForm form() const {
    using Numbers = detail::NumbersIn<Genome>;
    if constexpr (AppendsGenomes<P>) {
      return space_->genome_form();
    } else if constexpr (has_genes) {
      return {Stock<Genome>::gene_kind, Stock<Genome>::size(space_)};
    } else if constexpr (Numbers::value) {
      return {Numbers::gene, Numbers::size};
    } else if constexpr (std::is_trivially_copyable_v<Genome>) {
      return {GeneKind::byte, sizeof(Genome)};
    } else {
      return {};
    }
  }

  /// Appends nothing if genomes have no form.
  void append(const Genome& genome, std::vector<std::byte>& rows) const {
    if constexpr (AppendsGenomes<P>) {
      space_->append_genome(genome, rows);
    } else if constexpr (has_genes) {
      Stock<Genome>::each_gene(space_, genome,
                               [&rows](auto gene) { append_gene(Stock<Genome>::gene_kind, gene, rows); });
    } else if constexpr (detail::NumbersIn<Genome>::value) {
      for (const auto gene : genome) append_gene(detail::NumbersIn<Genome>::gene, gene, rows);
    } else if constexpr (std::is_trivially_copyable_v<Genome>) {
      const auto bytes = std::as_bytes(std::span(&genome, 1));
      rows.insert(rows.end(), bytes.begin(), bytes.end());
    }
  }

 private:
  static constexpr bool has_genes = HasStockGenome<Original<P>> && StockHasGenes<Genome>;

  static auto space_of([[maybe_unused]] const P& problem) {
    if constexpr (AppendsGenomes<P>) {
      return &problem;
    } else if constexpr (has_genes) {
      return detail::StockParts<Original<P>>::space_of(problem);
    } else {
      return std::monostate();
    }
  }

  decltype(space_of(std::declval<const P&>())) space_;
};

/// Returns what is wrong with a genome, a sentence; empty if nothing is, or if the problem can't tell.
template <CompleteProblem P>
std::string fault_of(const P& problem, const typename P::Genome& genome) {
  if constexpr (requires { problem.fault(genome); }) return problem.fault(genome);
  if constexpr (Validates<P>) return problem.valid(genome) ? "" : "valid() says so";
  return {};
}

}  // namespace skerry
