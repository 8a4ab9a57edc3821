#include "skerry/genomes/box.hpp"

#include "skerry/error.hpp"
#include "skerry/exact_text.hpp"

#include <cmath>
#include <string>

namespace skerry::detail {
namespace {

template <typename T>
[[noreturn]] void refuse(std::size_t gene, T lower, T upper, const char* right) {
  throw UsageError("the bounds of gene " + std::to_string(gene) + " are [" + exact_text(lower) + ", " +
                   exact_text(upper) + "]; " + right);
}

}  // namespace

void expect_interval(std::size_t gene, double lower, double upper) {
  if (!std::isfinite(lower) || !std::isfinite(upper)) refuse(gene, lower, upper, "bounds are finite numbers");
  if (lower > upper) refuse(gene, lower, upper, "a lower bound is at most the upper one");
  if (!std::isfinite(upper - lower))
    refuse(gene, lower, upper, "the distance between bounds is a finite number");
}

void expect_interval(std::size_t gene, std::int32_t lower, std::int32_t upper) {
  if (lower > upper) refuse(gene, lower, upper, "a lower bound is at most the upper one");
}

void refuse_box_size(std::size_t intervals, std::size_t genes) {
  throw UsageError("a box has " + std::to_string(intervals) + " intervals; a genome of " +
                   std::to_string(genes) + " genes needs one for each");
}

void expect_genes(std::size_t genes) {
  if (genes == 0) throw UsageError("a box has no genes; it has at least 1");
}

}  // namespace skerry::detail
