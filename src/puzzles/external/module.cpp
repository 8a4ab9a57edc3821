#include "skerry/app/module.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "puzzles/external/problem.hpp"
#include "puzzles/registry.hpp"

#include <memory>
#include <string>
#include <utility>

namespace skerry::external {
namespace {

template <typename P>
std::unique_ptr<AnyProblem> made(const std::string& name, Declaration declaration) {
  return std::make_unique<ConcreteProblem<P>>(name, P(std::move(declaration)));
}

/// Makes a problem of the type whose genome lets the algorithms work on it that can.
std::unique_ptr<AnyProblem> problem_of(const std::string& name, Declaration declaration) {
  const bool real = is_real(declaration.space);
  if (declaration.objectives.empty() && declaration.features.empty()) {
    return real ? made<ProblemOver<RealGenome>>(name, std::move(declaration))
                : made<ProblemOver<Genome>>(name, std::move(declaration));
  }
  return real ? made<MeasuringProblem<RealGenome>>(name, std::move(declaration))
              : made<MeasuringProblem<Genome>>(name, std::move(declaration));
}

}  // namespace

Module module() {
  const auto make = [](const std::string& name, const Settings& table, Files& files) {
    return problem_of(name, read_declaration(table, files));
  };
  return {.problem = {"external", make}, .commands = {}};
}

}  // namespace skerry::external
