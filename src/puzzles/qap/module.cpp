#include "skerry/app/concrete_problem.hpp"
#include "skerry/error.hpp"

#include "app/terminal/console.hpp"
#include "puzzles/qap/problem.hpp"
#include "puzzles/registry.hpp"

#include <filesystem>
#include <string>

#include <fmt/core.h>

namespace skerry::qap {
namespace {

constexpr const char* generate_examples =
    "Examples:\n"
    "  skerry generate qap --size 20 --seed 1 --output mine.dat\n"
    "      a uniform instance of 20 facilities, for problem.instance\n"
    "  skerry generate qap --size 12 --seed 792100592 --output tai12a.dat\n"
    "      the instance tai12a of QAPLIB, whose least cost is 224416\n"
    "\n"
    "The generator is that of Taillard (1991). The same options give the same bytes on every machine.";

struct Options {
  std::uint32_t size = 20;
  std::uint32_t seed = 1;
  std::uint32_t second_seed = published_second_seed;
  std::filesystem::path output;
};

ExitStatus run(const Options& options, Program& /*program*/) {
  const std::string text = instance_text(uniform_instance(options.size, options.seed, options.second_seed));
  if (options.output.empty()) {
    print_result(text);
    return ExitStatus::done;
  }
  OutputFile file(options.output);
  file.write(text);
  file.close();
  print_result(fmt::format("{} facilities  {}\n", options.size, options.output.string()));
  return ExitStatus::done;
}

void declare(CommandLine& line, Options& options) {
  constexpr Range<std::uint64_t> seeds{1, modulus - 1};
  line.option("--size", &options.size,
              fmt::format("Facilities and places, {} to {} (default 20)", least_size, largest_size),
              {.value = "N", .range = Range<std::uint64_t>{least_size, largest_size}});
  line.option("--seed", &options.seed, "Seed of the first matrix (default 1)",
              {.value = "N", .range = seeds});
  line.option("--second-seed", &options.second_seed,
              fmt::format("Seed of the second matrix (default {}, as published)", published_second_seed),
              {.value = "N", .range = seeds});
  line.option("--output", &options.output, "The instance (default: standard output)", {.value = "FILE"});
}

}  // namespace

Command generate_command() {
  return {.path = "generate qap",
          .summary = "A quadratic assignment problem in QAPLIB's form",
          .footer = generate_examples,
          .declare = with_options(declare, run)};
}

Module module() {
  ProblemType problem = problem_type<QapProblem>("qap");
  problem.read_puzzle = [](std::string_view text, const std::string& file) { parse_instance(text, file); };
  problem.puzzle_configuration = "configs/qap/island.toml";
  return {.problem = std::move(problem), .commands = {generate_command()}};
}

}  // namespace skerry::qap
