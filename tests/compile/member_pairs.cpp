// By night tests/compile/run.sh compiles this file without an error. In the eight problems below each pair of members
// that a problem may have occurs, as does each without the other.
#include "skerry/evolve.hpp"
#include "skerry/genomes/permutation.hpp"
#include "skerry/main.hpp"

#include <bit>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

using Genome = skerry::Permutation<9>;
using skerry::Random;
using skerry::Score;

// A member is in the problems that the bits of its mask name. Any two masks of four of seven bits have one in
// common, and the eighth problem has none of the members.
constexpr bool has(unsigned member, unsigned problem) {
  unsigned mask = 0;
  for (unsigned met = 0; met <= member; ++mask) met += std::popcount(mask) == 4 ? 1 : 0;
  return ((mask - 1) >> problem & 1U) != 0;
}

#define MEMBER(number, name, ...)                                      \
  template <unsigned problem, typename P, bool = has(number, problem)> \
  struct name {};                                                      \
  template <unsigned problem, typename P>                              \
  struct name<problem, P, true> {                                      \
    __VA_ARGS__                                                        \
  };

// clang-format off
MEMBER(0, Batch, void evaluate_batch(std::span<const Genome* const>, std::span<Score>) {})
MEMBER(1, Directed, skerry::Direction direction() const { return skerry::Direction::maximise; })
MEMBER(2, Sampled, Genome sample(Random&) { return {}; })
MEMBER(3, Crossed, Genome crossover(const Genome& a, const Genome&, Random&) { return a; })
MEMBER(4, Mutated, void mutate(Genome&, double, Random&) {} double gene_rate() const { return 0.1; })
MEMBER(5, CrossedInto, void crossover_into(const Genome&, const Genome&, Genome&, Random&) {})
MEMBER(6, CrossedPair, void crossover_pair(const Genome&, const Genome&, Genome&, Genome&, Random&) {})
MEMBER(7, Repaired, void repair(Genome&, skerry::Evaluations<P>&, Random&) {})
MEMBER(8, Improved, void improve(Genome&, Score&, skerry::Evaluations<P>&, Random&) {})
MEMBER(9, Neighbours, void neighbour(Genome&, Random&) {})
MEMBER(10, Counted, std::uint64_t take_evaluations() { return 0; } void limit_evaluations(std::uint64_t) {})
MEMBER(11, Distant, double distance(const Genome&, const Genome&) { return 0; })
MEMBER(12, Located, void loci(const Genome&, skerry::Loci&) {})
MEMBER(13, Described, std::string describe(const Genome&) { return ""; })
MEMBER(14, Parsed, Genome parse(std::string_view, const std::string&) { return {}; })
MEMBER(15, Judged, std::vector<skerry::Verdict> judge(const Genome&) { return {}; })
MEMBER(16, Explained, std::string explain(const Genome&) { return ""; })
MEMBER(17, Drawn, std::string draw(const Genome*) const { return ""; } std::string draw_text(const Genome*) const { return ""; })
MEMBER(18, Hindered, std::string obstacle() const { return ""; })
MEMBER(19, Valid, bool valid(const Genome&) const { return true; })
MEMBER(20, Optimal, std::optional<double> optimum() const { return 0; })
MEMBER(21, Bounded, double bound() const { return 0; })
MEMBER(22, Measured, std::string fitness_unit() const { return "m"; })
MEMBER(23, Fronted, std::vector<skerry::Objective> objectives() const { return {{.name = "a"}}; }
       void objectives(const Genome&, std::span<double>) {})
MEMBER(24, Featured, std::vector<skerry::Feature> features() const { return {{.name = "a"}}; }
       void features(const Genome&, std::span<double>) {})
MEMBER(25, Observed, std::vector<skerry::Column> columns() const { return {{.name = "a"}}; }
       void observe(const skerry::Population<Genome>&, std::span<double>) {})
MEMBER(26, Identified, std::string identity() const { return ""; })
MEMBER(27, Entered, void enter_run(std::uint64_t, std::uint32_t) {})
MEMBER(28, Used, void use(const skerry::EvaluationServices&) {})
MEMBER(29, Reported, void take_evaluation_rows(std::vector<skerry::EvaluationRow>&) {})
MEMBER(30, Running, std::shared_ptr<skerry::TaskRunner> make_task_runner() const { return nullptr; })
MEMBER(31, Appended, skerry::GenomeForm genome_form() const { return {.width = 9}; }
       void append_genome(const Genome&, std::vector<std::byte>&) const {})

template <unsigned k, typename P>
struct Members : Batch<k, P>, Directed<k, P>, Sampled<k, P>, Crossed<k, P>, Mutated<k, P>, CrossedInto<k, P>,
                 CrossedPair<k, P>, Repaired<k, P>, Improved<k, P>, Neighbours<k, P>, Counted<k, P>,
                 Distant<k, P>, Located<k, P>, Described<k, P>, Parsed<k, P>, Judged<k, P>, Explained<k, P>,
                 Drawn<k, P>, Hindered<k, P>, Valid<k, P>, Optimal<k, P>, Bounded<k, P>, Measured<k, P>,
                 Fronted<k, P>, Featured<k, P>, Observed<k, P>, Identified<k, P>, Entered<k, P>, Used<k, P>,
                 Reported<k, P>, Running<k, P>, Appended<k, P> {};
// clang-format on

template <unsigned problem, typename Value>
struct Made : Members<problem, Made<problem, Value>> {
  static constexpr std::string_view name = "made";
  using Genome = ::Genome;
  Value evaluate(const Genome&) { return {}; }
};

template <typename... P>
int run(int argc, char** argv) {
  const skerry::Mpi mpi(argc, argv);
  (void)std::tuple{skerry::evolve(P{}, {.stop = {.generations = 9}}, mpi)...};
  return 0;
}

int main(int argc, char** argv) {
  return run<Made<0, double>, Made<1, double>, Made<2, double>, Made<3, double>, Made<4, double>,
             Made<5, double>, Made<6, double>, Made<7, double>, Made<0, Score>, Made<1, float>, Made<2, int>>(
      argc, argv);
}
