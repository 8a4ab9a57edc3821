#include "skerry/genomes/permutation.hpp"

#include <vector>

namespace skerry::detail {

std::string fault_of_permutation(Order order, std::size_t entries) {
  const std::string right = "; a permutation has each of 0 to " + std::to_string(entries - 1) + " once";
  if (order.size() != entries) {
    return "the genome has " + std::to_string(order.size()) + " entries, where there are " +
           std::to_string(entries) + right;
  }
  constexpr std::size_t nowhere = SIZE_MAX;
  std::vector<std::size_t> places(entries, nowhere);
  for (std::size_t place = 0; place < entries; ++place) {
    const std::uint32_t entry = order[place];
    if (entry >= entries)
      return "the entry at place " + std::to_string(place) + " is " + std::to_string(entry) + right;
    if (places[entry] != nowhere) {
      return "entry " + std::to_string(entry) + " stands at the places " + std::to_string(places[entry]) +
             " and " + std::to_string(place) + right;
    }
    places[entry] = place;
  }
  return {};
}

double distance_of_permutations(Order a, Order b) {
  std::size_t different = 0;
  for (std::size_t place = 0; place < a.size(); ++place) different += a[place] != b[place];
  return static_cast<double>(different) / static_cast<double>(a.size());
}

PermutationCrossover::PermutationCrossover(const OperatorSettings& settings)
    : kind_(choose_operator("crossover", settings.crossover, "permutations", names)) {}

void PermutationCrossover::operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random) {
  switch (kind_) {
    case 0:
      return pmx_(a, b, child, random);
    case 1:
      return ox_(a, b, child, random);
    case 2:
      return cx_(a, b, child, random);
    case 3:
      return erx_(a, b, child, random);
    default:
      return ulx_(a, b, child, random);
  }
}

PermutationMutation::PermutationMutation(const OperatorSettings& settings)
    : kind_(choose_operator("mutation", settings.mutation, "permutations", names)) {}

void PermutationMutation::operator()(std::span<std::uint32_t> child, Random& random) const {
  switch (kind_) {
    case 0:
      return swap_mutation(child, random);
    case 1:
      return insertion_mutation(child, random);
    case 2:
      return inversion_mutation(child, random);
    default:
      return scramble_mutation(child, random);
  }
}

}  // namespace skerry::detail
