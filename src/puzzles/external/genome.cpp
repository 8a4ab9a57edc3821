#include "puzzles/external/genome.hpp"

#include "puzzles/external/protocol.hpp"

#include <algorithm>
#include <utility>

namespace skerry::external {

std::uint64_t Genome::hash() const {
  std::uint64_t sum = parts.size();
  for (const Values& part : parts)
    sum = 31 * sum + std::visit([](const auto& values) { return values.hash(); }, part);
  return sum;
}

Values empty_values(std::uint8_t kind) {
  switch (kind) {
    case 0:
      return Reals<>{};
    case 1:
      return Integers<>{};
    case 2:
      return Bits<>{};
    case 3:
      return Permutation<>{};
    default:
      throw DataError("a record holds a part of a genome of no known kind");
  }
}

namespace {

/// Calls found(values, gene) for the part in which a gene of all lies, and the gene's number there.
template <typename G, typename Found>
decltype(auto) with_real_gene(G& genome, std::size_t gene, Found found) {
  std::size_t part = 0;
  for (; gene >= std::get<Reals<>>(genome.parts[part]).size(); ++part)
    gene -= std::get<Reals<>>(genome.parts[part]).size();
  return found(std::get<Reals<>>(genome.parts[part]), gene);
}

}  // namespace

std::size_t RealGenome::size() const {
  std::size_t sum = 0;
  for (const Values& part : parts) sum += std::get<Reals<>>(part).size();
  return sum;
}

double& RealGenome::operator[](std::size_t gene) {
  return with_real_gene(*this, gene, [](Reals<>& values, std::size_t own) -> double& { return values[own]; });
}

double RealGenome::operator[](std::size_t gene) const {
  return with_real_gene(*this, gene, [](const Reals<>& values, std::size_t own) { return values[own]; });
}

bool is_real(const Space& space) {
  return std::ranges::all_of(
      space, [](const PartSpace& part) { return std::holds_alternative<Box<>>(part.values); });
}

namespace {

Box<> joined_box(const Space& parts) {
  std::vector<Interval<double>> intervals;
  for (const PartSpace& part : parts) {
    const auto& box = std::get<Box<>>(part.values);
    for (std::size_t gene = 0; gene < box.size(); ++gene)
      intervals.push_back({box.lower(gene), box.upper(gene)});
  }
  return Box<>(intervals);
}

}  // namespace

RealSpace::RealSpace(const Space& parts) : parts_(parts), box_(joined_box(parts)) {}

namespace {

template <std::size_t Kind>
using StockOfKind = Stock<std::variant_alternative_t<Kind, Values>>;

/// Calls visit(stock, values of the space) for one part, where `stock` is a Stock<> of its kind and
/// decltype(stock) has the functions.
template <typename Visit>
decltype(auto) with_stock(const PartSpace& part, Visit visit) {
  switch (part.values.index()) {
    case 0:
      return visit(StockOfKind<0>{}, std::get<0>(part.values));
    case 1:
      return visit(StockOfKind<1>{}, std::get<1>(part.values));
    case 2:
      return visit(StockOfKind<2>{}, std::get<2>(part.values));
    default:
      return visit(StockOfKind<3>{}, std::get<3>(part.values));
  }
}

/// Makes them of this kind if they are of another.
template <typename S>
typename S::Genome& values_of(S /*stock*/, Values& part) {
  if (!std::holds_alternative<typename S::Genome>(part)) part = typename S::Genome{};
  return std::get<typename S::Genome>(part);
}
template <typename S>
const typename S::Genome& values_of(S /*stock*/, const Values& part) {
  return std::get<typename S::Genome>(part);
}

std::size_t genes_of(const PartSpace& part) {
  return with_stock(part, [](auto stock, const auto& space) { return decltype(stock)::size(space); });
}

}  // namespace
}  // namespace skerry::external

namespace skerry {

using external::genes_of;
using external::PartSpace;
using external::values_of;
using external::with_stock;
using PartsStock = Stock<external::Genome>;

std::size_t PartsStock::size(const Space& space) {
  std::size_t sum = 0;
  for (const PartSpace& part : space) sum += genes_of(part);
  return sum;
}

void PartsStock::sample(const Space& space, Genome& genome, Random& random) {
  genome.parts.resize(space.size());
  for (std::size_t i = 0; i < space.size(); ++i) {
    with_stock(space[i], [&](auto stock, const auto& values) {
      decltype(stock)::sample(values, values_of(stock, genome.parts[i]), random);
    });
  }
}

std::string PartsStock::fault(const Space& space, const Genome& genome) {
  if (genome.parts.size() != space.size()) {
    return "the genome has " + std::to_string(genome.parts.size()) + " parts; " +
           std::to_string(space.size()) + " are declared";
  }
  for (std::size_t i = 0; i < space.size(); ++i) {
    std::string found = "it is of another kind than the declared one";
    if (genome.parts[i].index() == space[i].values.index()) {
      found = with_stock(space[i], [&](auto stock, const auto& values) {
        const auto& own = values_of(stock, genome.parts[i]);
        if constexpr (requires { own.size(); }) {
          if (own.size() != values.size()) {
            return "there are " + std::to_string(own.size()) + " values; " + std::to_string(values.size()) +
                   " are declared";
          }
        }
        return decltype(stock)::fault(values, own);
      });
    }
    if (!found.empty()) return "in part " + space[i].name + ", " + found;
  }
  return {};
}

double PartsStock::distance(const Space& space, const Genome& a, const Genome& b) {
  double sum = 0;
  for (std::size_t i = 0; i < space.size(); ++i) {
    with_stock(space[i], [&](auto stock, const auto& values) {
      sum += decltype(stock)::distance(values, values_of(stock, a.parts[i]), values_of(stock, b.parts[i])) *
             static_cast<double>(decltype(stock)::size(values));
    });
  }
  return std::min(sum / static_cast<double>(size(space)), 1.0);
}

void PartsStock::loci(const Space& space, const Genome& genome, Loci& loci) {
  for (std::size_t i = 0; i < space.size(); ++i) {
    with_stock(space[i], [&](auto stock, const auto& values) {
      decltype(stock)::loci(values, values_of(stock, genome.parts[i]), loci);
    });
  }
}

void PartsStock::each_gene(const Space& space, const Genome& genome,
                           const std::function<void(double)>& visit) {
  for (std::size_t i = 0; i < space.size(); ++i) {
    with_stock(space[i], [&](auto stock, const auto& values) {
      decltype(stock)::each_gene(values, values_of(stock, genome.parts[i]), visit);
    });
  }
}

void PartsStock::neighbour(const Space& space, Genome& genome, Random& random) {
  std::size_t gene = random.below(static_cast<std::uint32_t>(size(space)));
  for (std::size_t i = 0; i < space.size(); ++i) {
    const std::size_t genes = genes_of(space[i]);
    if (gene < genes) {
      return with_stock(space[i], [&](auto stock, const auto& values) {
        decltype(stock)::neighbour(values, values_of(stock, genome.parts[i]), random);
      });
    }
    gene -= genes;
  }
}

void PartsStock::describe(const Space& space, const Genome& genome, std::string& text) {
  external::append_json(space, genome, text);
}

void PartsStock::parse(const Space& space, GenomeText& text, Genome& genome) {
  std::string joined(text.word("a genome in JSON"));
  while (!text.at_end()) joined.append(" ").append(text.word("a genome in JSON"));
  const std::string mistake = external::read_json(space, joined, genome);
  if (!mistake.empty()) text.fail(mistake);
}

bool PartsStock::is_permutation(const Space& space) {
  return space.size() == 1 && std::holds_alternative<Permutations<>>(space.front().values);
}

std::vector<GenePart> PartsStock::gene_parts(const Space& space) {
  std::vector<GenePart> parts;
  for (const PartSpace& part : space) parts.push_back({part.name, genes_of(part)});
  return parts;
}

std::string PartsStock::text_of_genes(const Space& space, std::span<const std::string_view> genes) {
  return external::json_of_numbers(space, genes);
}

PartsStock::Variation::Variation(const Space& space, const OperatorSettings& settings) {
  detail::OperatorsOfParts crossover_lists;
  detail::OperatorsOfParts mutation_lists;
  for (const PartSpace& part : space) {
    with_stock(part, [&](auto stock, const auto& /*values*/) {
      crossover_lists.emplace_back(decltype(stock)::crossovers);
      mutation_lists.emplace_back(decltype(stock)::mutations);
    });
  }
  const auto crossovers = detail::operators_of_parts("crossover", settings.crossover, crossover_lists);
  const auto mutations = detail::operators_of_parts("mutation", settings.mutation, mutation_lists);
  const double rate = detail::gene_rate_of(settings, Stock::size(space));
  for (std::size_t i = 0; i < space.size(); ++i) {
    with_stock(space[i], [&](auto stock, const auto& values) {
      using S = decltype(stock);
      OperatorSettings own = settings;
      own.gene_rate = rate;
      own.crossover = crossovers[i];
      own.mutation = mutations[i];
      parts_.emplace_back(std::in_place_type<typename S::Variation>, values, own);
    });
  }
}

void PartsStock::Variation::cross(const Space& space, const Genome& a, const Genome& b, Genome& child,
                                  Random& random) {
  child.parts.resize(space.size());
  for (std::size_t i = 0; i < space.size(); ++i) {
    with_stock(space[i], [&](auto stock, const auto& values) {
      std::get<typename decltype(stock)::Variation>(parts_[i]).cross(
          values, values_of(stock, a.parts[i]), values_of(stock, b.parts[i]),
          values_of(stock, child.parts[i]), random);
    });
  }
}

void PartsStock::Variation::mutate(const Space& space, Genome& child, Random& random) {
  for (std::size_t i = 0; i < space.size(); ++i) {
    with_stock(space[i], [&](auto stock, const auto& values) {
      std::get<typename decltype(stock)::Variation>(parts_[i]).mutate(
          values, values_of(stock, child.parts[i]), random);
    });
  }
}

}  // namespace skerry
