#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {

/// The operators that an island uses on a stock genome, and their parameters. Each class of operators checks
/// its own parameters when it is made. The defaults are those of the literature.
struct OperatorSettings {
  /// A name of the genome's list; empty stands for the first one. For a composite, names separated by commas:
  /// one for each part in their order, or fewer, of which each part takes the one that belongs to it.
  std::string crossover{};
  std::string mutation{};

  double gene_rate = 0;    ///< probability of each gene of a child to mutate, in [0, 1]; 0: 1 / genes
  double sbx_eta = 20;     ///< sbx: distribution index, at least 0; the larger, the nearer to the parents
  double blx_alpha = 0.5;  ///< blx_alpha: how far genes may lie beyond the parents, as a multiple of their
                           ///< distance; at least 0
  double line_step = 0.2;  ///< line: standard deviation of the way along the line, as a multiple of the
                           ///< parents' distance; at least 0
  double polynomial_eta = 20;    ///< polynomial: distribution index, at least 0
  double gaussian_step = 0.1;    ///< gaussian: standard deviation, self_adaptive: the initial one; as a share
                                 ///< of each gene's interval, above 0 and at most 1
  std::uint64_t creep_step = 1;  ///< creep: the largest change, at least 1

  friend bool operator==(const OperatorSettings&, const OperatorSettings&) = default;
};

namespace detail {

/// Returns the position of `name` in `names`, and 0 if it is empty; throws UsageError, with the list, for any
/// other name. `what` is "crossover" or "mutation"; `genome` is the name of the genome: "reals".
std::size_t choose_operator(std::string_view what, std::string_view name, std::string_view genome,
                            std::span<const std::string_view> names);

/// The operators that each part of a composite knows, in the order of the parts; those of a part that is a
/// composite itself stand for that part.
using OperatorsOfParts = std::vector<std::span<const std::string_view>>;

/// Returns the name of the operator of each part, empty for the part's first one, from a comma-separated
/// `list`. Where there are as many names as parts, and each belongs to the part in its place, each part takes
/// that; a name may be left out. Otherwise each part takes the name that belongs to it, of several the one
/// that belongs to the fewest parts. Throws UsageError for a name that belongs to no part, or that none
/// takes, and where it can't be told which of two names a part takes. `what` is "crossover" or "mutation".
std::vector<std::string> operators_of_parts(std::string_view what, std::string_view list,
                                            const OperatorsOfParts& parts);

/// Returns `count` of the names as a comma-separated list, from the number `first` on.
std::string operator_list(std::span<const std::string> names, std::size_t first, std::size_t count);

/// These throw UsageError for a parameter out of its range.
void expect_rate(std::string_view name, double value);
void expect_at_least(std::string_view name, double value, double least);
void expect_share(std::string_view name, double value);

/// Returns the probability of a gene to mutate: `gene_rate`, or 1 / genes if that is 0.
double gene_rate_of(const OperatorSettings& settings, std::size_t genes);

}  // namespace detail
}  // namespace skerry
