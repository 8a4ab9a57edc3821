#pragma once

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace CLI {
class App;
}

namespace skerry {

class Program;

/// The variable to which the command line writes the value of an option. The variable keeps its value if the
/// option is not given; a list takes all values of an option that is given several times.
using OptionTarget =
    std::variant<std::string*, std::filesystem::path*, std::vector<std::string>*, int*, std::int64_t*,
                 std::uint32_t*, std::uint64_t*, double*, std::optional<std::int64_t>*,
                 std::optional<std::uint64_t>*, std::optional<double>*>;

/// The values that an option allows. Any other value is a mistake of usage.
struct OptionRules {
  std::string value{};  ///< the name of the value in the help: "N", "FILE"
  std::variant<std::monostate, Range<std::int64_t>, Range<std::uint64_t>, Range<double>> range{};
  std::vector<std::string> choices{};  ///< if there are any, the value must be one of them
  char separator = '\0';               ///< separates several values of a list in one word, unless it is 0
  bool required = false;
  std::string excludes{};  ///< an option, declared before this one, with which it can't be combined
};

/// The arguments and options of a command, which the command declares here with the variables for their
/// values.
class CommandLine {
 public:
  /// `parser` must outlive this object.
  explicit CommandLine(CLI::App& parser) : parser_(parser) {}

  /// Declares a word without dashes, or, for a list, one or more of them; arguments are read in the order of
  /// their declaration. `name` is in capitals.
  void argument(const std::string& name, OptionTarget target, const std::string& meaning);
  /// Declares an argument that may be left out. Only the last arguments may be optional.
  void optional_argument(const std::string& name, OptionTarget target, const std::string& meaning);
  /// Declares an option. `name` begins with two dashes; the value follows as the next word, or after an
  /// equals sign.
  void option(const std::string& name, OptionTarget target, const std::string& meaning,
              const OptionRules& rules = {});
  /// Declares an option without a value, which sets `target` to true if it is given.
  void flag(const std::string& name, bool* target, const std::string& meaning,
            const std::string& excludes = {});

  /// Takes all words that follow but a first --help, options included, as they are. `target` must outlive
  /// this.
  void all_words(std::vector<std::string>& target);

 private:
  CLI::App& parser_;
};

/// The ranks on which a command runs if a launcher started several.
enum class RunsOn { first_rank, every_rank };

/// The call of a command by an experiment, in place of a run.
struct TableTask {
  std::vector<std::string> options{};  ///< the options of its command line
  std::uint64_t rows = 0;         ///< the number of rows that the command then writes, without the header
  std::string row_name = "rows";  ///< the name of the rows in messages: "attempts"
};

/// A command of the program. If it throws an exception, the program ends with a message and the exit status
/// of that exception (see Error).
struct Command {
  /// Does the work of the command, and returns the exit status. Output goes to stdout, messages to stderr.
  using Action = std::function<ExitStatus(Program&)>;

  /// The words that are typed: "solve sudoku". The help groups commands that begin with the same word.
  std::string path;
  std::string summary{};  ///< a line of the help
  std::string footer{};   ///< the end of the help, after the options: examples, exit statuses
  /// Declares the arguments and options, and returns the function that does the work. See with_options().
  std::function<Action(CommandLine&)> declare;
  RunsOn runs_on = RunsOn::first_rank;
  /// Whether the command handles signals itself; a signal kills any other command.
  bool interruptible = false;
  /// For a command that experiments may run in place of `run`: reads the table of a variant that has the name
  /// of the command (`construct = { attempts = 100 }`). The command takes CONFIG, --set, --seed and --output,
  /// and writes a CSV table with one header line to that output.
  std::function<TableTask(const Settings&)> task{};
};

/// Returns Command::declare for a command whose options are the members of a struct: `declare` declares them,
/// and `run` receives them with their values.
template <typename Options>
std::function<Command::Action(CommandLine&)> with_options(void (*declare)(CommandLine&, Options&),
                                                          ExitStatus (*run)(const Options&, Program&)) {
  return [declare, run](CommandLine& line) -> Command::Action {
    const auto options = std::make_shared<Options>();
    declare(line, *options);
    return [options, run](Program& program) { return run(*options, program); };
  };
}

}  // namespace skerry
