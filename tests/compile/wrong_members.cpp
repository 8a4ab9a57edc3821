// tests/compile/run.sh compiles this file. Each line of REFUSED, EVOLVED or LISTED gives one error, which has
// the text of the comment above it, or above the case before it.
#include "skerry/evolve.hpp"
#include "skerry/genomes/bits.hpp"
#include "skerry/genomes/integers.hpp"
#include "skerry/genomes/permutation.hpp"
#include "skerry/main.hpp"

#include "right_members.cpp"

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

template <int line>
struct Case;
template <int line>
void run(const skerry::Mpi& mpi);
#define MEMBERS(...)      \
  template <>             \
  struct Case<__LINE__> { \
    __VA_ARGS__           \
  };
// A problem with these members: as the compiler checks it, as evolve() does, and as a program does.
#define REFUSED(...)   \
  MEMBERS(__VA_ARGS__) \
  template struct skerry::RightMembers<Case<__LINE__>>;
#define EVOLVED(...)                                                                                 \
  MEMBERS(__VA_ARGS__)                                                                               \
  template <>                                                                                        \
  void run<__LINE__>(const skerry::Mpi& mpi) {                                                       \
    const auto run = skerry::evolve(Case<__LINE__>{}, {.stop = {.generations = 9}, .seed = 7}, mpi); \
    (void)run;                                                                                       \
  }
#define LISTED(...)                                 \
  MEMBERS(__VA_ARGS__)                              \
  template <>                                       \
  void run<__LINE__>(const skerry::Mpi& /*mpi*/) {  \
    (void)skerry::main<Case<__LINE__>>(0, nullptr); \
  }

#define SPHERE                     \
  using Genome = skerry::Reals<8>; \
  skerry::Box<8> bounds() const;   \
  double evaluate(const Genome&) const;
#define OWN                             \
  using Genome = std::array<double, 3>; \
  double evaluate(const Genome&) const;
#define OPERATORS                                                        \
  Genome sample(skerry::Random&) const;                                  \
  Genome crossover(const Genome&, const Genome&, skerry::Random&) const; \
  void mutate(Genome&, double, skerry::Random&) const;

// Each case is a line.
// clang-format off
// What each problem has.
// a problem names its individuals by `using Genome = ...`
EVOLVED(double evaluate(const std::vector<double>&) const;)
// the Genome of a problem has a default constructor
REFUSED(struct Genome { explicit Genome(int); bool operator==(const Genome&) const; }; double evaluate(const Genome&) const; OPERATORS)
// the Genome of a problem is compared by ==
REFUSED(struct Genome { int gene; }; double evaluate(const Genome&) const; OPERATORS)
// the Genome of a problem can be copied and assigned
REFUSED(struct Genome { const int gene = 1; bool operator==(const Genome&) const; }; double evaluate(const Genome&) const; OPERATORS)
// a problem has a copy constructor, since each island works on a copy of it
REFUSED(SPHERE Case() = default; Case(const Case&) = delete;)
// a problem has evaluate(), which returns the fitness of a genome: double evaluate(const Genome&) const
EVOLVED(using Genome = skerry::Permutation<8>;)
// fitness(), objective(), cost() or an operator() are not called
LISTED(using Genome = skerry::BitString<8>; double fitness(const Genome&) const;)
// evaluate() of a problem takes a const Genome&, since it must not change the genome
EVOLVED(using Genome = skerry::Permutation<8>; double evaluate(Genome&) const;)
// evaluate() of a problem is public and takes one genome of the problem's own type Genome
REFUSED(using Genome = skerry::Permutation<8>; double evaluate(const std::vector<int>&) const;)
REFUSED(using Genome = skerry::Permutation<8>; double evaluate(const Genome&, int) const;)
REFUSED(using Genome = skerry::Permutation<8>; private : double evaluate(const Genome&) const;)
// evaluate() of a problem returns a double, which is the fitness, or a skerry::Score
EVOLVED(using Genome = skerry::Permutation<8>; std::vector<double> evaluate(const Genome&) const { return {}; })
REFUSED(using Genome = skerry::Permutation<8>; void evaluate(const Genome&) const;)
// the problem has skerry::Stock<Genome>::Space bounds() const, which returns a skerry::Box<N> for skerry::Reals<N>
EVOLVED(using Genome = skerry::Reals<8>; double evaluate(const Genome&) const;)
LISTED(using Genome = skerry::Integers<8>; double evaluate(const Genome&) const;)
REFUSED(using Genome = skerry::Permutation<>; double evaluate(const Genome&) const;)
// has sample(), crossover() and mutate(); the stock genomes bring it: skerry::BitString<N>, Bits<Words>, Integers<N>, Reals<N>, SelfAdaptiveReals<N>, Permutation<N> and Composite<A, B, ...>
EVOLVED(OWN)
// has sample(), crossover() and mutate(); the stock genomes bring it: skerry::BitString<N>
LISTED(OWN)
// a problem whose Genome is a type of its own has Genome sample(skerry::Random&); the stock genomes bring it
REFUSED(OWN Genome crossover(const Genome&, const Genome&, skerry::Random&) const; void mutate(Genome&, double, skerry::Random&) const;)
// a problem whose Genome is a type of its own has Genome crossover(const Genome&, const Genome&, skerry::Random&); the stock
REFUSED(OWN Genome sample(skerry::Random&) const; void mutate(Genome&, double, skerry::Random&) const;)
// a problem whose Genome is a type of its own has void mutate(Genome&, double rate, skerry::Random&); the stock genomes bring it
REFUSED(OWN Genome sample(skerry::Random&) const; Genome crossover(const Genome&, const Genome&, skerry::Random&) const;)

// Members in another form: another result, other arguments, not const, overloaded, a template, static, data of the class.
// name of a problem is: static constexpr std::string_view name
REFUSED(SPHERE std::string name() const;)
EVOLVED(SPHERE std::string name = "sphere";)
REFUSED(SPHERE static constexpr int name = 7;)
// evaluate_batch() of a problem is: void evaluate_batch(std::span<const Genome* const> genomes, std::span<skerry::Score> scores)
REFUSED(SPHERE std::vector<double> evaluate_batch(const std::vector<Genome>&) const;)
// direction() of a problem is: skerry::Direction direction() const
REFUSED(SPHERE bool direction() const;)
REFUSED(SPHERE skerry::Direction direction();)
REFUSED(SPHERE static constexpr skerry::Direction direction = skerry::Direction::maximise;)
// direction of a problem is a function: skerry::Direction direction() const
REFUSED(SPHERE skerry::Direction direction = skerry::Direction::maximise;)
// sample() of a problem is: Genome sample(skerry::Random&)
REFUSED(SPHERE void sample(Genome&, skerry::Random&) const;)
// crossover() of a problem is: Genome crossover(const Genome&, const Genome&, skerry::Random&)
REFUSED(SPHERE Genome crossover(const Genome&, const Genome&) const;)
// mutate() of a problem is: void mutate(Genome&, double rate, skerry::Random&)
EVOLVED(SPHERE void mutate(Genome&, skerry::Random&) const;)
// gene_rate() of a problem is: double gene_rate() const
REFUSED(SPHERE int gene_rate() const;)
// bounds() of a problem is: skerry::Stock<Genome>::Space bounds() const
REFUSED(using Genome = skerry::Reals<8>; double evaluate(const Genome&) const; skerry::Box<7> bounds() const;)
EVOLVED(using Genome = skerry::Reals<8>; double evaluate(const Genome&) const; std::pair<double, double> bounds() const;)
// bounds of a problem is a function: skerry::Stock<Genome>::Space bounds() const
REFUSED(using Genome = skerry::Reals<8>; double evaluate(const Genome&) const; skerry::Box<8> bounds{-5, 5};)
// crossover_into() of a problem is: void crossover_into(const Genome&, const Genome&, Genome& child, skerry::Random&)
REFUSED(SPHERE Genome crossover_into(const Genome&, const Genome&, Genome&, skerry::Random&) const;)
// crossover_pair() of a problem is: void crossover_pair(const Genome&, const Genome&, Genome& first, Genome& second, skerry::Random&)
REFUSED(SPHERE std::pair<Genome, Genome> crossover_pair(const Genome&, const Genome&, skerry::Random&) const;)
// repair() of a problem is: void repair(Genome&, skerry::Evaluations<P>&, skerry::Random&), or void repair(Genome&, skerry::Random&)
REFUSED(SPHERE bool repair(Genome&, skerry::Random&) const;)
// improve() of a problem is: void improve(Genome&, skerry::Score&, skerry::Evaluations<P>&, skerry::Random&); with std::uint64_t budget
REFUSED(SPHERE void improve(Genome&, skerry::Score&, std::uint64_t, skerry::Random&) const;)
// neighbour() of a problem is: void neighbour(Genome&, skerry::Random&)
REFUSED(SPHERE Genome neighbour(Genome) const;)
// take_evaluations() of a problem is: std::uint64_t take_evaluations()
REFUSED(SPHERE int take_evaluations();)
// limit_evaluations() of a problem is: void limit_evaluations(std::uint64_t left), and take_evaluations() is to be there too
REFUSED(SPHERE void limit_evaluations(std::uint64_t);)
// distance() of a problem is: double distance(const Genome&, const Genome&)
REFUSED(SPHERE double distance(const Genome&) const; double distance(int) const;)
// loci() of a problem is: void loci(const Genome&, skerry::Loci&)
REFUSED(SPHERE std::vector<int> loci(const Genome&) const;)
// observe() of a problem is: void observe(const skerry::Population<Genome>& population, std::span<double> values), and
REFUSED(SPHERE void observe(const skerry::Population<Genome>&, std::span<double>);)
// columns() of a problem needs observe() too: void observe(const skerry::Population<Genome>& population
REFUSED(SPHERE std::vector<skerry::Column> columns() const;)
// identity() of a problem is: std::string identity() const
REFUSED(SPHERE std::string identity();)
// identity of a problem is a function: std::string identity() const
REFUSED(SPHERE const char* identity = "22 m/s";)
// describe() of a problem is: std::string describe(const Genome&)
REFUSED(SPHERE template <typename T> int describe(T) const;)
// parse() of a problem is: Genome parse(std::string_view text, const std::string& name)
REFUSED(SPHERE static Genome parse(const std::string&);)
// judge() of a problem is: std::vector<skerry::Verdict> judge(const Genome&)
REFUSED(SPHERE bool judge(const Genome&) const;)
// explain() of a problem is: std::string explain(const Genome&)
REFUSED(SPHERE void explain(const Genome&) const;)
// draw_text() of a problem is: std::string draw_text(const Genome*) const, and draw() is to be there too
REFUSED(SPHERE std::string draw_text(const Genome*) const;)
// draw() of a problem is: std::string draw(const Genome*) const, and draw_text() is to be there too
REFUSED(SPHERE std::string draw(const Genome&) const;)
// obstacle() of a problem is: std::string obstacle() const
REFUSED(SPHERE int obstacle() const;)
// valid() of a problem is: bool valid(const Genome&) const
REFUSED(SPHERE bool valid(const Genome&);)
// optimum() of a problem is: std::optional<double> optimum() const
EVOLVED(SPHERE double optimum() const { return 0; })
REFUSED(SPHERE static constexpr double optimum = 0;)
// optimum of a problem is a function: std::optional<double> optimum() const
REFUSED(SPHERE double optimum = 0;)
// bound() of a problem is: double bound() const
REFUSED(SPHERE std::optional<double> bound() const;)
// fitness_unit() of a problem is: std::string fitness_unit() const
REFUSED(SPHERE static constexpr std::string_view fitness_unit = "N";)
// fitness_unit of a problem is a function: std::string fitness_unit() const
REFUSED(SPHERE std::string fitness_unit = "N";)
// objectives() of a problem is: two members, std::vector<skerry::Objective> objectives() const, and void
REFUSED(SPHERE std::vector<skerry::Objective> objectives() const;)
// features() of a problem is: two members, std::vector<skerry::Feature> features() const, and void
REFUSED(SPHERE void features(const Genome&, std::span<double>) const;)
// known_front() of a problem is: std::vector<double> known_front() const, and objectives() is to be there too
REFUSED(SPHERE std::vector<double> known_front() const;)
// improve_front() of a problem is: two members, bool improves_fronts() const, and void improve_front(Genome&,
REFUSED(SPHERE void improve_front(Genome&, skerry::Score&, skerry::Random&);)
// improve_map() of a problem is: two members, bool improves_maps() const, and void improve_map(Genome&,
REFUSED(SPHERE void improve_map(Genome&, skerry::Score&, skerry::Random&);)
// append_genome() of a problem is: two members, skerry::GenomeForm genome_form() const, and void append_genome(
REFUSED(SPHERE void append_genome(const Genome&, std::vector<std::byte>&) const;)
// enter_run() of a problem is: void enter_run(std::uint64_t seed, std::uint32_t island)
REFUSED(SPHERE void enter_run(std::uint64_t);)
// use() of a problem is: void use(const skerry::EvaluationServices&)
REFUSED(SPHERE void use(skerry::EvaluationServices&);)
// take_evaluation_rows() of a problem is: void take_evaluation_rows(std::vector<skerry::EvaluationRow>& rows)
REFUSED(SPHERE std::vector<skerry::EvaluationRow> take_evaluation_rows();)
// make_task_runner() of a problem is: std::shared_ptr<skerry::TaskRunner> make_task_runner() const
EVOLVED(SPHERE std::unique_ptr<skerry::TaskRunner> make_task_runner() const;)
REFUSED(SPHERE std::shared_ptr<skerry::TaskRunner> make_task_runner();)
REFUSED(SPHERE std::shared_ptr<skerry::TaskRunner> make_task_runner(int) const;)
// commands() of a problem is: static std::vector<skerry::Command> commands()
LISTED(SPHERE std::vector<skerry::Command> commands() const;)
// the constructor of a problem from its keys is: P(const skerry::Settings&, skerry::Files&)
LISTED(SPHERE Case() = default; explicit Case(const skerry::Settings&);)
// a problem of a program is made by P(const skerry::Settings&, skerry::Files&) or by P()
LISTED(SPHERE explicit Case(int);)

// A final class, of which the engine can't derive.
#define FINAL(...)              \
  template <>                   \
  struct Case<__LINE__> final { \
    __VA_ARGS__                 \
  };                            \
  template struct skerry::RightMembers<Case<__LINE__>>;
#define COMPLETE                               \
  using Genome = int;                          \
  skerry::Score evaluate(const Genome&) const; \
  skerry::Direction direction() const;         \
  OPERATORS
// a problem is no final class, since the engine derives from it
FINAL(SPHERE)
// optimum() of a problem is: std::optional<double> optimum() const
FINAL(COMPLETE double optimum() const;)

// Parts of a program besides its problem.
struct Minimised {
  SPHERE
};
#define PART(...)                                                   \
  MEMBERS(__VA_ARGS__)                                              \
  template <>                                                       \
  void run<__LINE__>(const skerry::Mpi& mpi) {                      \
    (void)skerry::evolve(Minimised(), {}, mpi, Case<__LINE__>{});   \
  }
// a selection has: static constexpr std::string_view name; void prepare(std::span<const skerry::Key> keys)
PART(void prepare(std::span<const skerry::Key>); std::uint32_t pick(skerry::Random&);)
PART(static constexpr std::string_view name = "mine"; std::uint32_t pick(skerry::Random&);)
// a replacement has: static constexpr std::string_view name; and std::span<const std::uint32_t> survivors(
PART(static constexpr std::string_view name = "mine"; int survivors(int, int);)
// a migration policy has: static constexpr std::string_view name; and void order(
PART(static constexpr std::string_view name = "mine"; void order(int);)
// an algorithm has: static constexpr std::string_view name; and template <typename Island> void advance(Island&
PART(static constexpr std::string_view name = "mine"; void advance(int);)
PART(template <typename Island> void advance(Island&);)
// an observer has: std::vector<skerry::Column> columns() const; and void observe(const skerry::Population<Genome>&
PART(void observe(const skerry::Population<skerry::Reals<2>>&, std::span<double>);)
PART(std::vector<skerry::Column> columns() const; double observe(int);)
// a part that a program brings is a selection, with pick(), a replacement, with survivors() or replace(), a migration policy, with order(), an observer, with observe(), or an algorithm
PART(static constexpr std::string_view name = "mine"; int choose();)
