#include "puzzles/party/validate/puzzle_files.hpp"

#include "skerry/app/files.hpp"
#include "skerry/app/load_problem.hpp"
#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include "engine/communication/communicator.hpp"
#include "engine/communication/failure.hpp"
#include "puzzles/party/search/islands.hpp"
#include "puzzles/party/search/problem.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/core.h>

namespace skerry::party {

namespace {

namespace fs = std::filesystem;

bool is_party_puzzle(const fs::path& file, const Program& program) {
  Files files;
  const Settings settings = Settings::parse(files.read(file), file, Settings::Kind::data);
  return std::ranges::any_of(program.problems(), [&](const ProblemType& type) {
    return type.name == "party" && type.is_puzzle && type.is_puzzle(settings);
  });
}

std::vector<std::string> puzzles_in(const fs::path& folder, const Program& program) {
  std::error_code error;
  std::vector<std::string> puzzles;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".toml" && entry->is_regular_file() &&
        is_party_puzzle(entry->path(), program))
      puzzles.push_back(entry->path().string());
  }
  if (error) throw UsageError(fmt::format("cannot read {}: {}", folder.string(), error.message()));
  if (puzzles.empty()) {
    throw UsageError(fmt::format(
        "the folder {} holds no party puzzle, which is a file *.toml with the tables pool and formation",
        folder.string()));
  }
  std::ranges::sort(puzzles);
  return puzzles;
}

}  // namespace

std::vector<std::string> puzzle_files(const std::vector<std::string>& arguments, Program& program) {
  // No path holds a zero, so that it may stand behind each.
  std::string found;
  collectively(program.world(), [&] {
    if (!program.first_rank()) return;
    for (const std::string& argument : arguments) {
      std::error_code error;
      const bool folder = fs::is_directory(argument, error);
      for (const std::string& file : folder ? puzzles_in(argument, program) : std::vector{argument})
        found += file + '\0';
    }
  });
  program.world().broadcast(found);
  std::vector<std::string> files;
  for (std::size_t begin = 0; begin < found.size(); begin += files.back().size() + 1)
    files.emplace_back(found, begin, found.find('\0', begin) - begin);
  return files;
}

PuzzleRead read_roster(const std::string& file, const Program& program) {
  ConfigurationArguments arguments;
  arguments.file = file;
  arguments.settings = {"problem.leave_out_dear=false"};  // the answers are about every hero
  PuzzleRead read;
  const auto loaded =
      load_problem<PartyProblem>(arguments, program, "party", "validate proves party puzzles", &read.inputs);
  read.roster = std::make_shared<const Roster>(loaded.problem.puzzle());
  return read;
}

}  // namespace skerry::party
