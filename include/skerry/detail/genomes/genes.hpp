#pragma once

#include "skerry/detail/operators/operators.hpp"
#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"
#include "skerry/genome_form.hpp"
#include "skerry/loci.hpp"
#include "skerry/measures.hpp"
#include "skerry/random.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <boost/serialization/vector.hpp>

namespace skerry {

/// A sequence of genes. With a size N it is trivially copyable and migrates as a flat record; with
/// run_time_size it is a vector, which migrates through Boost.Serialization.
template <typename T, std::size_t N>
struct Genes {
  using value_type = T;

  std::conditional_t<N == run_time_size, std::vector<T>, std::array<T, N>> genes{};

  constexpr Genes() = default;
  explicit Genes(std::size_t size) requires(N == run_time_size) : genes(size) {}
  /// With a size N, throws UsageError unless there are N values.
  Genes(std::initializer_list<T> values) {
    if (N != run_time_size && values.size() != N) {
      throw UsageError("a genome of " + std::to_string(N) + " genes is made from " +
                       std::to_string(values.size()) + " values; it takes one value for each gene");
    }
    resize(values.size());
    std::ranges::copy(values, genes.begin());
  }

  static constexpr std::size_t size() requires(N != run_time_size) { return N; }
  std::size_t size() const requires(N == run_time_size) { return genes.size(); }
  /// Does nothing to a genome of size N.
  void resize([[maybe_unused]] std::size_t size) {
    if constexpr (N == run_time_size) genes.resize(size);
  }

  auto begin() { return genes.begin(); }
  auto end() { return genes.end(); }
  auto begin() const { return genes.begin(); }
  auto end() const { return genes.end(); }
  T* data() { return genes.data(); }
  const T* data() const { return genes.data(); }
  /// The number of the gene is not checked.
  T& operator[](std::size_t gene) { return genes[gene]; }
  const T& operator[](std::size_t gene) const { return genes[gene]; }

  std::uint64_t hash() const { return hash_of_genes<T>({data(), size()}); }
  friend bool operator==(const Genes&, const Genes&) = default;
};

namespace detail {
template <typename T, std::size_t N>
void takes_genes(const Genes<T, N>&);
}  // namespace detail

/// For Boost.Serialization of all genes; also of N, which may be part of a composite that is not flat.
template <typename Archive, typename G>
requires requires(const G& genes) {
  detail::takes_genes(genes);
}
void serialize(Archive& archive, G& genes, unsigned /*version*/) {
  if constexpr (requires { genes.genes.resize(0); }) {
    archive& genes.genes;
  } else {
    for (auto& gene : genes) archive& gene;
  }
}

namespace detail {
/// These throw UsageError for an interval that is empty or, of reals, not finite; `gene` counts from 0.
void expect_interval(std::size_t gene, double lower, double upper);
void expect_interval(std::size_t gene, std::int32_t lower, std::int32_t upper);
[[noreturn]] void refuse_box_size(std::size_t intervals, std::size_t genes);
void expect_genes(std::size_t genes);
}  // namespace detail

/// A closed interval for each of N genes; with run_time_size the constructor decides how many genes there
/// are. Every constructor throws UsageError if an interval is empty or there are no genes.
template <typename T, std::size_t N>
class BasicBox {
 public:
  BasicBox(T lower, T upper) requires(N != run_time_size) : BasicBox(N, Interval<T>{lower, upper}) {}
  BasicBox(std::size_t genes, T lower, T upper) requires(N == run_time_size)
      : BasicBox(genes, Interval<T>{lower, upper}) {}

  /// Throws UsageError unless there is one interval for each gene.
  BasicBox(std::initializer_list<Interval<T>> intervals)
      : BasicBox(std::span<const Interval<T>>(intervals.begin(), intervals.size())) {}
  explicit BasicBox(std::span<const Interval<T>> intervals) {
    if (N != run_time_size && intervals.size() != N) detail::refuse_box_size(intervals.size(), N);
    resize(intervals.size());
    for (std::size_t gene = 0; gene < size(); ++gene) set(gene, intervals[gene]);
  }

  std::size_t size() const { return lower_.size(); }
  T lower(std::size_t gene) const { return lower_[gene]; }
  T upper(std::size_t gene) const { return upper_[gene]; }
  std::span<const T> lower() const { return {lower_.data(), lower_.size()}; }
  std::span<const T> upper() const { return {upper_.data(), upper_.size()}; }

 private:
  BasicBox(std::size_t genes, Interval<T> interval) {
    resize(genes);
    for (std::size_t gene = 0; gene < genes; ++gene) set(gene, interval);
  }

  void resize(std::size_t genes) {
    detail::expect_genes(genes);
    lower_.resize(genes);
    upper_.resize(genes);
  }
  void set(std::size_t gene, Interval<T> interval) {
    detail::expect_interval(gene, interval.lower, interval.upper);
    lower_[gene] = interval.lower;
    upper_[gene] = interval.upper;
  }

  Genes<T, N> lower_;
  Genes<T, N> upper_;
};

/// The bounds of Reals<N>, which are finite.
template <std::size_t N = run_time_size>
using Box = BasicBox<double, N>;

/// The bounds of Integers<N>; both ends are allowed values.
template <std::size_t N = run_time_size>
using IntegerBox = BasicBox<std::int32_t, N>;

struct OperatorSettings;

namespace detail {

/// What a genome is as a whole, where algorithms and defaults ask for that.
enum class SearchSpace { other, reals, permutation };
template <typename Genome>
inline constexpr SearchSpace search_space = SearchSpace::other;

}  // namespace detail

/// A part of a genome, for the names of its genes; stock genomes but the composites have one without a name.
struct GenePart {
  std::string name;
  std::size_t size = 0;
};

/// What the engine knows of a genome: the set of its values, and operators that keep to it. A specialisation
/// for a user's type makes that a stock genome, too. Its members, of which all functions are static:
///
/// - `using Space`: what a problem's bounds() returns. Where it has a default constructor, a problem needs no
///   bounds().
/// - `std::size_t size(const Space&)`: the number of genes, at least 1.
/// - `void sample(const Space&, Genome&, Random&)`: uniform.
/// - `std::string fault(const Space&, const Genome&)`: a sentence on what is wrong with a genome, or nothing.
/// - `double distance(const Space&, const Genome&, const Genome&)`: in [0, 1].
/// - `void loci(const Space&, const Genome&, Loci&)`: appends the value at each locus. It may be absent.
/// - `static constexpr GeneKind gene_kind` and `void each_gene(const Space&, const Genome&, Visit visit)`,
///   which calls visit(gene) for each gene: the form in which traces store genomes, if they are there.
/// - `void neighbour(const Space&, Genome&, Random&)`: one smallest change.
/// - `void describe(const Space&, const Genome&, std::string&)`: appends the text form.
/// - `void parse(const Space&, GenomeText&, Genome&)`: reads it back.
/// - `std::vector<GenePart> gene_parts(const Space&)` and `std::string text_of_genes(const Space&, std::span<
///   const std::string_view>)`: the parts by which a table names its columns of genes, and the text of a
///   genome by that of each gene. Without them it is one part without a name, and blanks separate genes.
/// - `constexpr std::array<std::string_view, n> crossovers, mutations`: names, the default first.
/// - `class Variation`: crossover and mutation. Its constructor from `(const Space&, const
///   OperatorSettings&)` throws UsageError for unknown names and parameters out of range; it has
///   `void cross(const Space&, const Genome&, const Genome&, Genome& child, Random&)` and
///   `void mutate(const Space&, Genome&, Random&)`. It may have `void cross_both(const Space&, const
///   Genome&, const Genome&, Genome& first, Genome& second, Random&)`, for children that share what each does
///   not take.
template <typename Genome>
struct Stock;

/// A genome for which the engine brings sample, crossover, mutate and the rest.
template <typename Genome>
concept StockGenome = requires {
  typename Stock<Genome>::Space;
};

/// A stock genome whose loci the engine knows.
template <typename Genome>
concept StockHasLoci = StockGenome<Genome> &&
    requires(const typename Stock<Genome>::Space& space, const Genome& genome, Loci& loci) {
  Stock<Genome>::loci(space, genome, loci);
};

/// A stock genome that traces store as arrays of its genes.
template <typename Genome>
concept StockHasGenes = StockGenome<Genome> &&
    requires(const typename Stock<Genome>::Space& space, const Genome& genome) {
  { Stock<Genome>::gene_kind } -> std::convertible_to<GeneKind>;
  Stock<Genome>::each_gene(space, genome, [](auto) {});
};

namespace detail {

template <typename S>
std::vector<GenePart> gene_parts_of(const typename S::Space& space) {
  if constexpr (requires { S::gene_parts(space); }) return S::gene_parts(space);
  return {{"", S::size(space)}};
}

template <typename S>
std::string text_of_stock_genes(const typename S::Space& space, std::span<const std::string_view> genes) {
  if constexpr (requires { S::text_of_genes(space, genes); }) {
    return S::text_of_genes(space, genes);
  } else {
    return joined(genes, " ");
  }
}

template <typename T, std::size_t N>
std::span<const T> view(const Genes<T, N>& genes) {
  return {genes.data(), genes.size()};
}
template <typename T, std::size_t N>
std::span<T> view(Genes<T, N>& genes) {
  return {genes.data(), genes.size()};
}

/// What the stock genomes that are sequences of numbers have in common.
template <typename Genome, typename Space>
struct StockNumbers {
  static std::size_t size(const Space& space) { return space.size(); }
  template <typename Visit>
  static void each_gene(const Space& /*space*/, const Genome& genome, Visit&& visit) {
    for (const auto gene : genome) visit(gene);
  }
  static void describe(const Space& /*space*/, const Genome& genome, std::string& text) {
    text += joined(genome, " ");
  }
  static void parse(const Space& space, GenomeText& text, Genome& genome) {
    genome.resize(space.size());
    for (auto& gene : genome) text.read(gene);
  }
};

/// These do the work of StockInBox for any number of genes.
template <typename T>
std::string fault_of_genes(GeneBounds<T> bounds, std::span<const T> genes);
double distance_of_genes(IntegerBounds bounds, std::span<const std::int32_t> a,
                         std::span<const std::int32_t> b);
double distance_of_genes(RealBounds bounds, std::span<const double> a, std::span<const double> b);
void sample_genes(IntegerBounds bounds, std::span<std::int32_t> genes, Random& random);
void sample_genes(RealBounds bounds, std::span<double> genes, Random& random);
void change_one_gene(IntegerBounds bounds, std::span<std::int32_t> genes, Random& random);
void change_one_gene(RealBounds bounds, std::span<double> genes, Random& random);

template <typename T, std::size_t N>
GeneBounds<T> bounds_of(const BasicBox<T, N>& box) {
  return {box.lower(), box.upper()};
}

template <typename Genome, typename T, std::size_t N>
struct StockInBox : StockNumbers<Genome, BasicBox<T, N>> {
  using Space = BasicBox<T, N>;

  static void sample(const Space& box, Genome& genome, Random& random) {
    genome.resize(box.size());
    sample_genes(bounds_of(box), view(genome), random);
  }
  static std::string fault(const Space& box, const Genome& genome) {
    return fault_of_genes(bounds_of(box), view(genome));
  }
  static double distance(const Space& box, const Genome& a, const Genome& b) {
    return distance_of_genes(bounds_of(box), view(a), view(b));
  }
  static void neighbour(const Space& box, Genome& genome, Random& random) {
    change_one_gene(bounds_of(box), view(genome), random);
  }
};

}  // namespace detail
}  // namespace skerry
