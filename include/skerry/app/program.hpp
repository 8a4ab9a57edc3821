#pragma once

#include "skerry/app/module.hpp"
#include "skerry/error.hpp"

#include <memory>
#include <string>
#include <vector>

namespace skerry {

class Communicator;
class Environment;
struct Failure;

/// One execution of the program, as a command sees it. Under a launcher every rank reads the same command
/// line.
class Program {
 public:
  /// Takes the arguments of main(); `modules` bring problems and commands.
  Program(int argc, char** argv, std::vector<Module> modules);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  const std::vector<ProblemType>& problems() const { return problems_; }
  const std::vector<Command>& module_commands() const { return module_commands_; }

  std::string name() const { return argc_ > 0 ? argv_[0] : "skerry"; }
  /// Returns the whole command line, in the form that a shell accepts.
  const std::string& command_line() const { return command_line_; }

  /// Tells whether this rank prints; true if MPI does not run.
  bool first_rank() const;
  /// Returns all ranks; MPI runs only if a launcher started this process. The header of Communicator is
  /// not installed.
  Communicator& world();

 private:
  friend int run_program(int argc, char** argv, std::vector<Module> modules);

  ExitStatus execute(const Command& command, const Command::Action& action);
  /// Prints the exception that is being handled and returns its status. If other ranks do not know of the
  /// exception, it ends them.
  ExitStatus fail() const;
  /// Prints a message for people; where --json is given, an object {"error": ...} for programs, too.
  void print_failure(const Failure& failure) const;

  int argc_;
  char** argv_;
  std::vector<ProblemType> problems_;
  std::vector<Command> module_commands_;
  std::string command_line_;
  std::unique_ptr<Environment> environment_;
  std::unique_ptr<Communicator> world_;
};

}  // namespace skerry
