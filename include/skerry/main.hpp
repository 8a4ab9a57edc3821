#pragma once

#include "skerry/app/command.hpp"
#include "skerry/app/concrete_problem.hpp"
#include "skerry/app/module.hpp"
#include "skerry/app/settings.hpp"
#include "skerry/genomes.hpp"
#include "skerry/migration/settings.hpp"
#include "skerry/own_parts.hpp"
#include "skerry/problem.hpp"
#include "skerry/stop.hpp"

#include <functional>
#include <vector>

namespace skerry {

/// Runs a program with the commands run, resume, experiment, inspect, repair, check and draw for the problems
/// of these modules, and with the commands that the modules bring. Returns the exit status. Starts and ends
/// MPI if the command needs it. With a single module, configurations may leave out problem.type.
int run_program(int argc, char** argv, std::vector<Module> modules);

/// What a program brings to the runs of its problem, as the settings of evolve() do in process.
struct ProgramSettings {
  std::vector<Topology> topologies = {};  ///< configurations name them: migration.topology = "star"
  /// A rule that ends a run, see StopRule::when.
  std::function<bool(const Epoch&)> stop_when = {};
  /// As EvolveSettings::on_epoch.
  std::function<bool(const Epoch&)> on_epoch = {};
  std::vector<Command> commands = {};  ///< besides those of P::commands()
};

namespace detail {
/// Returns the module with what the settings bring.
Module with_settings(Module module, ProgramSettings settings);
}  // namespace detail

/// Runs a whole program for one problem:
///   int main(int argc, char** argv) { return skerry::main<MyProblem>(argc, argv); }
/// P is made from the [problem] table if it has a constructor P(const Settings&, Files&), otherwise by P().
/// Its own commands are those of P::commands(), if it has that function. `parts` are those of the program's
/// own, of which configurations name all but observers (skerry/own_parts.hpp).
template <typename P, typename... Parts>
int main(int argc, char** argv, const Parts&... parts) {
  return run_program(argc, argv, {module_of<P>(parts...)});
}

/// Does the same for a program that brings more than its problem and parts.
template <typename P, typename... Parts>
int main(int argc, char** argv, const ProgramSettings& settings, const Parts&... parts) {
  return run_program(argc, argv, {detail::with_settings(module_of<P>(parts...), settings)});
}

}  // namespace skerry
