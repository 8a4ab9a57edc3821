#pragma once

#include "skerry/genomes/genes.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace skerry {

/// The bounds of one gene: lower <= gene <= upper.
template <typename T>
struct Interval {
  T lower{};
  T upper{};
};

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
  /// Makes a box in which all genes have the same bounds.
  BasicBox(T lower, T upper) requires(N != run_time_size) : BasicBox(N, Interval<T>{lower, upper}) {}
  /// Does the same for a number of genes that is known only at run time.
  BasicBox(std::size_t genes, T lower, T upper) requires(N == run_time_size)
      : BasicBox(genes, Interval<T>{lower, upper}) {}

  /// Makes a box in which each gene has bounds of its own; throws UsageError unless there is one interval for
  /// each gene.
  BasicBox(std::initializer_list<Interval<T>> intervals)
      : BasicBox(std::span<const Interval<T>>(intervals.begin(), intervals.size())) {}
  /// Does the same from a sequence.
  explicit BasicBox(std::span<const Interval<T>> intervals) {
    if (N != run_time_size && intervals.size() != N) detail::refuse_box_size(intervals.size(), N);
    resize(intervals.size());
    for (std::size_t gene = 0; gene < size(); ++gene) set(gene, intervals[gene]);
  }

  /// Returns the number of genes.
  std::size_t size() const { return lower_.size(); }
  /// Returns the least value of a gene, counted from 0.
  T lower(std::size_t gene) const { return lower_[gene]; }
  /// Returns the greatest value of a gene, counted from 0.
  T upper(std::size_t gene) const { return upper_[gene]; }
  /// Returns the least values of all genes.
  std::span<const T> lower() const { return {lower_.data(), lower_.size()}; }
  /// Returns the greatest values of all genes.
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

}  // namespace skerry
