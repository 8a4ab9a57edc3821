#include "skerry/app/module.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "puzzles/external/problem.hpp"
#include "puzzles/registry.hpp"

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/socket.h>

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

/// Returns the rule of a caller at the other end of the socket that SKERRY_CALLBACK names: skerry.evolve with
/// a callback. It is told of each epoch, and answers 1 to end the run.
std::function<bool(const Epoch&)> rule_of_caller() {
  const char* named = std::getenv("SKERRY_CALLBACK");
  const std::string_view text = named == nullptr ? "" : named;
  int end = -1;
  if (std::from_chars(text.begin(), text.end(), end).ec != std::errc{}) return {};
  fcntl(end, F_SETFD, FD_CLOEXEC);
  return [end](const Epoch& epoch) {
    const nlohmann::json facts{{"generation", epoch.generation},
                               {"evaluations", epoch.evaluations},
                               {"elapsed_s", epoch.elapsed_s},
                               {"fitness", epoch.best.fitness},
                               {"violation", epoch.best.violation}};
    const std::string told = facts.dump();
    if (send(end, told.data(), told.size(), MSG_NOSIGNAL) < 0) return false;
    char answer = '0';
    while (recv(end, &answer, 1, 0) < 0 && errno == EINTR) continue;
    return answer == '1';
  };
}

}  // namespace

Module module() {
  const auto make = [](const std::string& name, const Settings& table, Files& files) {
    return problem_of(name, read_declaration(table, files));
  };
  return {.problem = {.name = "external", .make = make, .stop_when = rule_of_caller()}, .commands = {}};
}

}  // namespace skerry::external
