#pragma once

#include "skerry/app/any_problem.hpp"
#include "skerry/app/module.hpp"
#include "skerry/app/settings.hpp"
#include "skerry/detail/algorithms/make_island.hpp"
#include "skerry/detail/population/evaluator.hpp"
#include "skerry/detail/population/genome_buffer.hpp"
#include "skerry/detail/problem/complete_problem.hpp"
#include "skerry/error.hpp"
#include "skerry/migration/settings.hpp"
#include "skerry/own_parts.hpp"
#include "skerry/population.hpp"
#include "skerry/problem.hpp"
#include "skerry/problem_members.hpp"
#include "skerry/solution_set.hpp"

#include <concepts>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace skerry {

/// A problem of one type, and the parts that its program brings, behind the interface AnyProblem.
template <Problem Given, typename... Own>
class ConcreteProblem final : public AnyProblem {
  using P = Complete<Given>;

 public:
  using Genome = typename P::Genome;

  ConcreteProblem(std::string name, Given problem, std::tuple<Own...> parts = {})
      : name_(std::move(name)), problem_(completed(std::move(problem))), parts_(std::move(parts)) {}

  Given& problem() { return problem_; }

  const std::string& name() const override { return name_; }
  Direction direction() const override { return problem_.direction(); }
  std::optional<double> optimum() const override { return optimum_of(problem_); }
  std::optional<double> ideal() const override { return ideal_of(problem_); }

  std::string fitness_unit() const override { return fitness_unit_of(problem_); }

  void check_island(const Algorithm& algorithm) const override {
    skerry::check_island<Given>(problem_, algorithm, parts_);
  }

  void check_migration(const MigrationSettings& migration) const override {
    choose_migration_policy<Genome>(migration.policy, parts_);
  }

  std::unique_ptr<Island> make_island(const Algorithm& algorithm, const IslandOfRun& of) const override {
    return make_island_of_run<Given>(problem_, algorithm, of, parts_);
  }

  std::optional<double> own_gene_rate() const override {
    if constexpr (HasOwnMutation<P>) return skerry::own_gene_rate(problem_, 0);
    return std::nullopt;
  }

  bool can_lend() const override { return MakesTaskRunner<P> || LendsThreads<P>; }

  std::shared_ptr<TaskRunner> make_task_runner() const override {
    if constexpr (MakesTaskRunner<P>) return problem_.make_task_runner();
    if constexpr (LendsThreads<P>) return problem_threads(problem_, 1);
    return nullptr;
  }

  bool evaluates_elsewhere() const override { return MakesTaskRunner<P>; }

  void enter_run([[maybe_unused]] std::uint64_t seed) override {
    if constexpr (EntersRun<Given>) problem_.enter_run(seed, 0);
  }

  std::string describe(std::span<const std::byte> genome) override {
    if constexpr (Describes<P>) return problem_.describe(unpack_genome<Genome>(genome));
    return {};
  }

  Assessment assess(std::span<const std::byte> genome, const std::optional<Score>& known = {}) override {
    const auto solution = unpack_genome<Genome>(genome);
    const Score score = known ? *known : problem_.evaluate(solution);
    Assessment assessment{.score = score};
    if constexpr (Judges<P>) assessment.verdicts = problem_.judge(solution);
    if constexpr (Explains<P>) assessment.explanation = problem_.explain(solution);
    return assessment;
  }

  std::vector<std::byte> parse(std::string_view text, const std::string& file) override {
    if constexpr (Parses<P>) {
      std::vector<std::byte> buffer;
      pack_genome(problem_.parse(text, file), buffer);
      return buffer;
    } else {
      throw UsageError("problem " + name_ + " has no text form that could be read (" + file + ")");
    }
  }

  std::vector<GenePart> gene_parts() const override {
    if constexpr (requires { problem_.gene_parts(); }) return problem_.gene_parts();
    return {};
  }

  std::string text_of_genes([[maybe_unused]] std::span<const std::string_view> genes) const override {
    if constexpr (requires { problem_.text_of_genes(genes); }) return problem_.text_of_genes(genes);
    return {};
  }

  std::string fault(std::span<const std::byte> genome) const override {
    const auto individual = take_genome<Genome>(genome);
    if (!genome.empty()) throw DataError("a genome is longer than those of this problem");
    return fault_of<P>(problem_, individual);
  }

  SolutionSet saved_individuals(std::span<const std::byte> island) const override {
    return skerry::saved_individuals<Genome>(island);
  }

  std::string obstacle_of(std::span<const std::string> islands) const override {
    if constexpr (requires { problem_.obstacle_of(islands); }) {
      return problem_.obstacle_of(islands);
    } else {
      for (std::size_t island = 0; island < islands.size(); ++island) {
        if (islands[island].empty()) continue;
        return (islands.size() > 1 ? "on island " + std::to_string(island) + ": " : "") + islands[island];
      }
      return {};
    }
  }

  std::string draw(const std::optional<std::vector<std::byte>>& genome) const override {
    return drawn(genome, [](const auto& problem, const auto* solution) { return problem.draw(solution); });
  }
  std::string draw_text(const std::optional<std::vector<std::byte>>& genome) const override {
    return drawn(genome,
                 [](const auto& problem, const auto* solution) { return problem.draw_text(solution); });
  }

  FittingAlgorithm fitting_algorithm() const override {
    return skerry::fitting_algorithm<Given>(problem_);
  }

  ProofVerdict verify_proof(std::string_view text, const std::string& file) const override {
    if constexpr (requires { problem_.verify_proof(text, file); }) {
      return problem_.verify_proof(text, file);
    } else {
      throw UsageError("problem " + name_ + " has no certificates that could be verified");
    }
  }

 private:
  template <typename Draw>
  std::string drawn(const std::optional<std::vector<std::byte>>& genome, Draw draw) const {
    if constexpr (Draws<P>) {
      std::optional<Genome> solution;
      if (genome) solution = unpack_genome<Genome>(*genome);
      return draw(problem_, solution ? &*solution : nullptr);
    } else {
      throw UsageError("problem " + name_ +
                       " has no drawing; one with draw() and draw_text() has (docs/problem.md)");
    }
  }

  std::string name_;
  P problem_;
  std::tuple<Own...> parts_;
};

/// Makes a problem from its [problem] table: by P(settings, files) if there is such a constructor, else by
/// P().
template <Problem P>
P make_problem(const Settings& table, Files& files) {
  constexpr bool from_table = std::constructible_from<P, const Settings&, Files&>;
  constexpr bool in_another_form =
      std::constructible_from<P, const Settings&> || std::constructible_from<P, Settings&, Files&> ||
      std::constructible_from<P, Files&, const Settings&> || std::constructible_from<P, Files&>;
  static_assert(from_table || !in_another_form,
                "the constructor of a problem from its keys is: P(const skerry::Settings&, skerry::Files&)");
  static_assert(from_table || in_another_form || std::default_initializable<P>,
                "a problem of a program is made by P(const skerry::Settings&, skerry::Files&) or by P()");
  if constexpr (from_table) {
    return P(table, files);
  } else if constexpr (std::default_initializable<P>) {
    return P();
  } else {
    std::terminate();
  }
}

/// Returns the type `name` for problems P, which make_problem() makes, with parts that the program brings.
template <Problem P, typename... Own>
ProblemType problem_type(std::string name, const Own&... parts) {
  std::tuple<Own...> own(parts...);
  std::vector<AlgorithmForm> algorithms;
  std::apply([&](const auto&... algorithm) { (algorithms.push_back(form_of(algorithm)), ...); },
             own_algorithms<Complete<P>>(own));
  return {.name = std::move(name),
          .make = [own = std::move(own)](const std::string& type, const Settings& table,
                                         Files& files) -> std::unique_ptr<AnyProblem> {
            return std::make_unique<ConcreteProblem<P, Own...>>(type, make_problem<P>(table, files), own);
          },
          .algorithms = std::move(algorithms)};
}

/// A problem that brings commands: static std::vector<Command> commands().
template <typename P>
concept HasCommands = requires {
  { P::commands() } -> std::same_as<std::vector<Command>>;
};

/// Returns the module of a problem that states its own name and commands, and has a constructor P(settings,
/// files) or P(). A P that is not a Problem does not compile, and the message says what it lacks.
template <typename P, typename... Own>
Module module_of(const Own&... parts) {
  static_assert(
      HasCommands<P> ||
          !(
              requires { &P::commands; } || requires(P & problem) { problem.commands(); }) ||
          requires { requires detail::Data<decltype(&P::commands)>; },
      "commands() of a problem is: static std::vector<skerry::Command> commands()");
  if constexpr (!RightMembers<P>::value) {
    return {};
  } else {
    Module module{.problem = problem_type<P>(name_of<P>(), parts...), .commands = {}};
    module.problem.members = RightMembers<P>::found();
    if constexpr (HasCommands<P>) module.commands = P::commands();
    return module;
  }
}

}  // namespace skerry
