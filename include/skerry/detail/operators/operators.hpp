#pragma once

#include "skerry/random.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace skerry {

/// Stands for the number of genes in the type of a genome if that number is known only at run time.
inline constexpr std::size_t run_time_size = std::dynamic_extent;

/// Returns a 64-bit hash of a sequence of numbers; equal sequences have equal hashes, 0.0 and -0.0 included.
template <typename T>
std::uint64_t hash_of_genes(std::span<const T> genes) {
  const auto add = [](std::uint64_t& hash, std::uint64_t bits) {
    hash = (hash ^ bits) * 0xa0761d6478bd642fU;
    hash ^= hash >> 32;
  };
  const auto bits_of = [](T gene) {
    if constexpr (sizeof(T) == sizeof(double)) {
      return std::bit_cast<std::uint64_t>(gene + T{});  // -0.0 + 0.0 is 0.0
    } else {
      return static_cast<std::uint64_t>(gene);
    }
  };
  // Each lane takes every fourth gene, so that the multiplications overlap.
  std::array<std::uint64_t, 4> lanes{0x9e3779b97f4a7c15U ^ genes.size(), 0xc2b2ae3d27d4eb4fU,
                                     0x165667b19e3779f9U, 0x85ebca77c2b2ae63U};
  std::size_t gene = 0;
  for (; gene + lanes.size() <= genes.size(); gene += lanes.size()) {
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) add(lanes[lane], bits_of(genes[gene + lane]));
  }
  for (; gene < genes.size(); ++gene) add(lanes[0], bits_of(genes[gene]));
  for (std::size_t lane = 1; lane < lanes.size(); ++lane) add(lanes[0], lanes[lane]);
  return lanes[0];
}

/// Draws the positions that a mutation changes, each with one probability, in time as their number.
class Sites {
 public:
  /// `rate` lies in [0, 1].
  Sites(std::size_t length, double rate);
  double rate() const { return rate_; }

  /// From now on takes all positions at a rate of 1 without drawing, which changes later random numbers.
  void take_all_at_one() {
    takes_all_ = rate_ == 1;
    usually_few_ = usually_few_ && !takes_all_;
  }

  /// Calls visit(position) for each position that is drawn, in no particular order.
  template <typename Visit>
  void operator()(Random& random, Visit visit) {
    if (takes_all_) {
      for (std::uint32_t position = 0; position < length_; ++position) visit(position);
      return;
    }
    const std::uint32_t count = draw_count(random);
    if (count > few) {
      for (const std::uint32_t position : draw_many(count, random)) visit(position);
      return;
    }
    std::array<std::uint32_t, few> chosen;
    for (std::uint32_t i = 0; i < count; ++i) {
      std::uint32_t position = random.below(length_);
      while (std::find(chosen.begin(), chosen.begin() + i, position) != chosen.begin() + i)
        position = random.below(length_);
      chosen[i] = position;
      visit(position);
    }
  }

  struct Few {
    static constexpr std::uint32_t most = 3;
    std::array<std::uint32_t, most> positions;  ///< those from `count` on are positions that do not change
    std::uint32_t count;
  };
  /// Draws the positions as operator() does if they are few; otherwise takes no random number and returns
  /// false. It has no branch on their number, which no processor could foresee.
  [[gnu::always_inline]] bool draw_few(Random& random, Few& few_positions) const {
    if (!usually_few_ || random.ready() < 1 + Few::most) [[unlikely]]
      return false;
    const std::uint32_t draw = random.peek(0);
    few_positions.count = 0;
    for (std::uint32_t i = 0; i < Few::most; ++i) few_positions.count += draw > last_draws_[i] ? 1 : 0;
    bool again = draw > last_draws_[Few::most];
    for (std::uint32_t i = 0; i < Few::most; ++i) {
      const std::uint64_t product = std::uint64_t{random.peek(1 + i)} * length_;
      again |= static_cast<std::uint32_t>(product) < length_;
      few_positions.positions[i] = static_cast<std::uint32_t>(product >> 32);
    }
    const auto& [a, b, c] = few_positions.positions;
    again |= a == b || a == c || b == c;
    if (again) [[unlikely]]
      return false;
    random.take(1 + few_positions.count);
    return true;
  }

 private:
  static constexpr std::uint32_t few = 16;
  std::uint32_t draw_count(Random& random) const {
    const std::uint32_t draw = random();
    std::uint32_t count = 0;
    while (draw >= cumulative_[count]) ++count;
    return count;
  }
  std::span<const std::uint32_t> draw_many(std::uint32_t count, Random& random);

  std::uint32_t length_;
  double rate_;
  bool takes_all_ = false;
  bool usually_few_ = false;
  std::array<std::uint32_t, Few::most + 1>
      last_draws_{};                       // [count] the last draw that gives at most that many
  std::vector<std::uint64_t> cumulative_;  // [count] 2^32 x the probability of at most that many
  std::vector<std::uint32_t> positions_;
};

/// A bit string of up to 64 Words bits, or of any length; bit i is in word i / 64, and others are 0.
template <std::size_t Words = run_time_size>
struct Bits {
  std::conditional_t<Words == run_time_size, std::vector<std::uint64_t>, std::array<std::uint64_t, Words>>
      words{};

  /// Makes room for so many bits where the number of words is not fixed.
  void resize(std::size_t length) {
    if constexpr (Words == run_time_size) words.resize((length + 63) / 64);
  }
  std::uint64_t hash() const requires(Words == run_time_size) { return hash_of_genes<std::uint64_t>(words); }
  /// `bit` is from 0 to 64 Words - 1, as for flip().
  bool test(std::size_t bit) const { return (words[bit / 64] >> (bit % 64) & 1) != 0; }
  void flip(std::size_t bit) { words[bit / 64] ^= std::uint64_t{1} << (bit % 64); }
  std::uint64_t count() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t word : words) sum += static_cast<std::uint64_t>(std::popcount(word));
    return sum;
  }
  friend bool operator==(const Bits&, const Bits&) = default;
};

/// Returns a bit string of that length, at least 1, drawn uniformly.
template <std::size_t Words>
Bits<Words> random_bits(std::size_t length, Random& random) {
  Bits<Words> bits;
  bits.resize(length);
  for (std::size_t word = 0; 64 * word < length; ++word) bits.words[word] = random.bits64();
  if (length % 64 != 0) bits.words[length / 64] &= (std::uint64_t{1} << (length % 64)) - 1;
  return bits;
}

/// One-point crossover: the bits before a cut are from a, the rest from b. length >= 2; the child is neither.
template <std::size_t Words>
[[gnu::always_inline]] inline void one_point_crossover_into(const Bits<Words>& a, const Bits<Words>& b,
                                                            Bits<Words>& __restrict child, std::size_t length,
                                                            Random& random) {
  const std::size_t cut = 1 + random.below(static_cast<std::uint32_t>(length - 1));
  if constexpr (Words == run_time_size) {
    child.words = b.words;
    std::copy_n(a.words.begin(), cut / 64, child.words.begin());
  } else {
    static constexpr auto ones_then_zeros = [] {
      std::array<std::uint64_t, 2 * Words> masks{};
      std::fill_n(masks.begin(), Words, ~std::uint64_t{0});
      return masks;
    }();
    // There are no branches, so that the loop handles several words at a time.
    const std::uint64_t* from_a = ones_then_zeros.data() + Words - cut / 64;
    for (std::size_t word = 0; word < Words; ++word)
      child.words[word] = b.words[word] ^ ((a.words[word] ^ b.words[word]) & from_a[word]);
  }
  const std::uint64_t low = (std::uint64_t{1} << (cut % 64)) - 1;
  child.words[cut / 64] = b.words[cut / 64] ^ ((a.words[cut / 64] ^ b.words[cut / 64]) & low);
}

template <std::size_t Words>
Bits<Words> one_point_crossover(const Bits<Words>& a, const Bits<Words>& b, std::size_t length,
                                Random& random) {
  Bits<Words> child;
  one_point_crossover_into(a, b, child, length, random);
  return child;
}

/// The bits between the two cuts are from b, the rest from a. length >= 2; the child is not b.
template <std::size_t Words>
void two_point_crossover_into(const Bits<Words>& a, const Bits<Words>& b, Bits<Words>& child,
                              std::size_t length, Random& random) {
  const std::size_t first = random.below(static_cast<std::uint32_t>(length));
  const std::size_t second = random.below(static_cast<std::uint32_t>(length));
  const std::size_t begin = std::min(first, second);
  const std::size_t end = std::max(first, second) + 1;
  child = a;
  for (std::size_t word = begin / 64; 64 * word < end; ++word) {
    std::uint64_t from_b = ~std::uint64_t{0};
    if (word == begin / 64) from_b &= ~std::uint64_t{0} << (begin % 64);
    if (word == end / 64) from_b &= (std::uint64_t{1} << (end % 64)) - 1;
    child.words[word] = (a.words[word] & ~from_b) | (b.words[word] & from_b);
  }
}

/// Uniform crossover: each bit is from either parent with probability 1/2.
template <std::size_t Words>
void uniform_crossover_into(const Bits<Words>& a, const Bits<Words>& b, Bits<Words>& child, Random& random) {
  child.resize(64 * a.words.size());
  for (std::size_t word = 0; word < a.words.size(); ++word) {
    const std::uint64_t from_a = random.bits64();
    child.words[word] = (a.words[word] & from_a) | (b.words[word] & ~from_a);
  }
}

/// Flips each bit of a string independently with one probability.
class BitFlip {
 public:
  /// `length` is in bits; `rate` lies in [0, 1].
  BitFlip(std::size_t length, double rate) : sites_(length, rate) {}
  double rate() const { return sites_.rate(); }

  template <std::size_t Words>
  [[gnu::always_inline]] void operator()(Bits<Words>& bits, Random& random) {
    if (Sites::Few few; sites_.draw_few(random, few)) [[likely]] {
      for (std::uint32_t i = 0; i < Sites::Few::most; ++i) {
        const std::uint32_t bit = few.positions[i];
        bits.words[bit / 64] ^= std::uint64_t{i < few.count} << (bit % 64);
      }
      return;
    }
    sites_(random, [&](std::uint32_t bit) { bits.flip(bit); });
  }

 private:
  Sites sites_;
};

/// The operators of an island on a stock genome, with parameters that they check and that default to those of
/// the literature. A problem with operators of its own takes gene_rate alone.
struct OperatorSettings {
  /// A name of the genome's list; empty stands for the first one. For a composite, names separated by commas:
  /// one for each part in their order, or fewer, of which each part takes the one that belongs to it.
  std::string crossover{};
  std::string mutation{};

  /// Probability of each gene of a child that mutates to change, in [0, 1]. 0 stands for the default: 1 /
  /// genes of a stock genome, or what the problem states, see own_gene_rate().
  double gene_rate = 0;
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

/// The operators that each part of a composite knows, those of a composite among them as its parts.
using OperatorsOfParts = std::vector<std::span<const std::string_view>>;

/// Returns the operator of each part, empty for its first, from a comma-separated `list`. Throws UsageError
/// for a name that belongs to no part or that none takes, or if it is unclear which of two a part takes.
std::vector<std::string> operators_of_parts(std::string_view what, std::string_view list,
                                            const OperatorsOfParts& parts);

/// Returns `count` of the names as a comma-separated list, from the number `first` on.
std::string operator_list(std::span<const std::string> names, std::size_t first, std::size_t count);

/// These return the value, and throw UsageError if it is out of the range.
double checked_rate(std::string_view name, double value);
double checked_at_least(std::string_view name, double value, double least);
double checked_share(std::string_view name, double value);

/// Returns the probability of a gene to mutate: `gene_rate`, or 1 / genes if that is 0.
double gene_rate_of(const OperatorSettings& settings, std::size_t genes);

}  // namespace detail

/// The bounds of genes: lower[i] <= gene i <= upper[i].
template <typename T>
struct GeneBounds {
  std::span<const T> lower;
  std::span<const T> upper;
};
using IntegerBounds = GeneBounds<std::int32_t>;
using RealBounds = GeneBounds<double>;

/// Returns an integer drawn uniformly from lower .. upper.
std::int32_t random_integer(std::int32_t lower, std::int32_t upper, Random& random);

/// Returns the gene moved by 1 .. step, up or down, uniformly, to the bound at most, or away from it.
std::int32_t creep(std::int32_t gene, std::int32_t lower, std::int32_t upper, std::uint32_t step,
                   Random& random);

// These change each gene with one probability, and throw UsageError for parameters out of range.

/// Random reset: the gene is drawn anew, uniformly from its interval, and may keep its value.
class RandomReset {
 public:
  /// `rate` lies in [0, 1].
  RandomReset(std::size_t genes, double rate);
  void operator()(IntegerBounds bounds, std::span<std::int32_t> child, Random& random);

 private:
  Sites sites_;
};

/// Creep mutation (Davis 1991).
class Creep {
 public:
  Creep(std::size_t genes, double rate, std::uint64_t step);  ///< step: the largest change, at least 1
  void operator()(IntegerBounds bounds, std::span<std::int32_t> child, Random& random);

 private:
  Sites sites_;
  std::uint32_t step_;
};

/// Returns a standard normal deviate, made of two uniform ones (Box and Muller 1958).
inline double normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log1p(-random.uniform()));
  return radius * std::cos(2 * std::numbers::pi * random.uniform());
}

/// A permutation of the entries 0 .. n - 1.
using Order = std::span<const std::uint32_t>;

// Crossovers make a child of two orders of the same n; it must not share memory with its parents. Each keeps
// its scratch space between children, so only the first child allocates.

/// Partially mapped crossover (Goldberg and Lingle 1985): the child has a segment of a in its place and the
/// entries of b elsewhere, mapped to those that are not taken.
class PartiallyMappedCrossover {
 public:
  void operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random);
  /// The segment is begin .. end - 1.
  void cross(Order a, Order b, std::size_t begin, std::size_t end, std::span<std::uint32_t> child);

 private:
  std::vector<std::uint32_t> places_;  // [entry] its place in a
};

/// Order crossover (Davis 1985): the child has a segment of a. The other entries follow the segment in the
/// order of b, beginning with b's entry behind the segment, and continue at the front of the child.
class OrderCrossover {
 public:
  void operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random);
  /// The segment is begin .. end - 1.
  void cross(Order a, Order b, std::size_t begin, std::size_t end, std::span<std::uint32_t> child);

 private:
  std::vector<std::uint8_t> taken_;  // [entry]
};

/// Cycle crossover (Oliver, Smith and Holland 1987): the child has the cycle of a random place from a, and
/// everything else from b, so that each entry is in the place where one of the parents has it.
class CycleCrossover {
 public:
  void operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random);
  /// The cycle is that of place `start`.
  void cross(Order a, Order b, std::size_t start, std::span<std::uint32_t> child);

 private:
  std::vector<std::uint32_t> places_;  // [entry] its place in a
};

/// Uniform-like crossover (Tate and Smith 1995), for assignments. The child keeps what both parents have in a
/// place; other places, in random order, get an unused entry of either, or one that is left over.
class UniformLikeCrossover {
 public:
  void operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random);

 private:
  std::vector<std::uint8_t> taken_;    // [entry]
  std::vector<std::uint32_t> places_;  // where the parents differ, then those that are left
};

/// Edge recombination (Whitley, Starkweather and Fuquay 1989), for round trips: the child follows edges of
/// its parents, always to the neighbour with the fewest neighbours left, ties broken at random.
class EdgeRecombination {
 public:
  void operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random);

  /// The neighbours of an entry in both parents, without repetition.
  struct Edges {
    std::array<std::uint32_t, 4> to{};
    std::uint32_t count = 0;
  };
  /// Makes the table of edges with which a child begins. It is public for tests.
  static void list_edges(Order a, Order b, std::vector<Edges>& table);

 private:
  void remove(std::uint32_t entry);

  std::vector<Edges> table_;           // [entry]
  std::vector<std::uint32_t> left_;    // entries that are not in the child
  std::vector<std::uint32_t> places_;  // [entry] its place in left_
};

// Mutations; an order of fewer than 2 entries stays. A segment ends at two different random places.

void swap_mutation(std::span<std::uint32_t> order, Random& random);       ///< two different entries
void insertion_mutation(std::span<std::uint32_t> order, Random& random);  ///< one entry to another place
void inversion_mutation(std::span<std::uint32_t> order, Random& random);  ///< a segment backwards
void scramble_mutation(std::span<std::uint32_t> order, Random& random);   ///< a segment shuffled

// Crossovers. Both parents a and b are in the box, and so is the child. All spans have the same length.
// Constructors throw UsageError for parameters out of range.

/// Simulated binary crossover (Deb and Agrawal 1995) in the form that keeps to bounds (Deb 2000): each gene
/// is crossed with probability 1/2, and the child takes either of the two results with the same probability.
class SimulatedBinaryCrossover {
 public:
  /// eta is the distribution index, at least 0; the larger it is, the nearer children are to their parents.
  explicit SimulatedBinaryCrossover(double eta);
  void operator()(RealBounds bounds, std::span<const double> a, std::span<const double> b,
                  std::span<double> child, Random& random) const;
  void both(RealBounds bounds, std::span<const double> a, std::span<const double> b, std::span<double> first,
            std::span<double> second, Random& random) const;

 private:
  double eta_;
};

/// Blend crossover BLX-alpha (Eshelman and Schaffer 1993): each gene is uniform in the interval between its
/// parents, extended on both sides by alpha times its length and cut at the bounds.
class BlendCrossover {
 public:
  explicit BlendCrossover(double alpha);  ///< at least 0
  void operator()(RealBounds bounds, std::span<const double> a, std::span<const double> b,
                  std::span<double> child, Random& random) const;

 private:
  double alpha_;
};

/// Line crossover, the directional part of "iso + line" (Vassiliades & Mouret, GECCO 2018): the child is a +
/// step * N(0, 1) * (b - a), with one normal deviate for all genes, reflected at the bounds.
class LineCrossover {
 public:
  explicit LineCrossover(double step);  ///< at least 0
  void operator()(RealBounds bounds, std::span<const double> a, std::span<const double> b,
                  std::span<double> child, Random& random) const;

 private:
  double step_;
};

/// Uniform crossover (Syswerda 1989): each gene is from either parent with probability 1/2.
template <typename T>
void uniform_crossover(std::span<const T> a, std::span<const T> b, std::span<T> child, Random& random) {
  std::uint32_t coins = 0;
  for (std::size_t gene = 0; gene < child.size(); ++gene) {
    if (gene % 32 == 0) coins = random();
    child[gene] = (coins & 1U) != 0 ? a[gene] : b[gene];
    coins >>= 1U;
  }
}

/// Does the same for two children; what the first does not take from a parent, the second does.
template <typename T>
void uniform_crossover(std::span<const T> a, std::span<const T> b, std::span<T> first, std::span<T> second,
                       Random& random) {
  uniform_crossover(a, b, first, random);
  for (std::size_t gene = 0; gene < first.size(); ++gene)
    second[gene] = first[gene] == a[gene] ? b[gene] : a[gene];
}

/// Polynomial mutation (Deb and Goyal 1996), in the form that keeps to bounds; eta is at least 0.
double polynomial_step(double gene, double lower, double upper, double eta, Random& random);

/// Polynomial mutation; it changes each gene with one probability. All spans have the same length.
class PolynomialMutation {
 public:
  /// `rate` lies in [0, 1], and the distribution index `eta` is at least 0; throws UsageError if not.
  PolynomialMutation(std::size_t genes, double rate, double eta);
  void operator()(RealBounds bounds, std::span<double> child, Random& random);

 private:
  Sites sites_;
  double eta_;
};

/// Adds a normal deviate to each gene with one probability, reflected at the bound if it leaves the box.
class GaussianMutation {
 public:
  /// step is the standard deviation as a share of each gene's interval, above 0 and at most 1.
  GaussianMutation(std::size_t genes, double rate, double step);
  void take_all_at_one() { sites_.take_all_at_one(); }
  /// All spans have the same length.
  void operator()(RealBounds bounds, std::span<double> child, Random& random);

 private:
  Sites sites_;
  double step_;
};

/// Mutative self-adaptation of a step size in [1e-12, 1] intervals for each gene (Schwefel 1977; learning
/// rates of Baeck and Schwefel 1993: 1 / sqrt(2 n) for all together, 1 / sqrt(2 sqrt(n)) for each).
class SelfAdaptiveMutation {
 public:
  static constexpr double least_step = 1e-12;
  static constexpr double most_step = 1;

  /// `genes` is at least 1.
  explicit SelfAdaptiveMutation(std::size_t genes);
  /// Changes the steps first, then each gene by a normal deviate of its step, reflected at the bound.
  void operator()(RealBounds bounds, std::span<double> child, std::span<double> steps, Random& random) const;

 private:
  double common_rate_;
  double gene_rate_;
};

/// Returns a value that is reflected at the bounds until it lies between them.
double reflected(double value, double lower, double upper);

}  // namespace skerry
