#include "puzzles/external/bit_row.hpp"

namespace skerry::external {

void cross_at_one_point(const BitRow& a, const BitRow& b, std::size_t bits, BitRow& child, Random& random) {
  const std::size_t cut = 1 + random.below(static_cast<std::uint32_t>(bits - 1));
  const std::size_t cut_word = cut / 64;
  const std::uint64_t low = (std::uint64_t{1} << (cut % 64)) - 1;
  child.words.resize(a.words.size());
  for (std::size_t word = 0; word < a.words.size(); ++word) {
    const std::uint64_t from_a = word < cut_word ? ~std::uint64_t{0} : word == cut_word ? low : 0;
    child.words[word] = (a.words[word] & from_a) | (b.words[word] & ~from_a);
  }
}

void cross_at_two_points(const BitRow& a, const BitRow& b, std::size_t bits, BitRow& child, Random& random) {
  const std::size_t first = random.below(static_cast<std::uint32_t>(bits));
  const std::size_t second = random.below(static_cast<std::uint32_t>(bits));
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

void cross_uniformly(const BitRow& a, const BitRow& b, BitRow& child, Random& random) {
  child.words.resize(a.words.size());
  for (std::size_t word = 0; word < a.words.size(); ++word) {
    const std::uint64_t from_a = random.bits64();
    child.words[word] = (a.words[word] & from_a) | (b.words[word] & ~from_a);
  }
}

}  // namespace skerry::external

namespace skerry {

using external::BitRow;

void Stock<BitRow>::sample(const Space& space, Genome& genome, Random& random) {
  genome.words.resize(space.words());
  for (std::uint64_t& word : genome.words) word = random.bits64();
  if (space.size() % 64 != 0) genome.words.back() &= (std::uint64_t{1} << (space.size() % 64)) - 1;
}

std::string Stock<BitRow>::fault(const Space& space, const Genome& genome) {
  if (genome.words.size() != space.words()) {
    return "the bit string has " + std::to_string(genome.words.size()) + " words of 64 bits; it has " +
           std::to_string(space.words());
  }
  for (std::size_t bit = space.size(); bit < 64 * genome.words.size(); ++bit) {
    if (genome.test(bit)) {
      return "bit " + std::to_string(bit) + " is set; the bit string has " + std::to_string(space.size()) +
             " bits, counted from 0";
    }
  }
  return {};
}

double Stock<BitRow>::distance(const Space& space, const Genome& a, const Genome& b) {
  int different = 0;
  for (std::size_t word = 0; word < a.words.size(); ++word)
    different += std::popcount(a.words[word] ^ b.words[word]);
  return different / static_cast<double>(space.size());
}

void Stock<BitRow>::Variation::cross(const Space& space, const Genome& a, const Genome& b, Genome& child,
                                     Random& random) {
  if (space.size() < 2) {
    child = a;
  } else if (kind_ == 0) {
    external::cross_at_one_point(a, b, space.size(), child, random);
  } else if (kind_ == 1) {
    external::cross_at_two_points(a, b, space.size(), child, random);
  } else {
    external::cross_uniformly(a, b, child, random);
  }
}

}  // namespace skerry
