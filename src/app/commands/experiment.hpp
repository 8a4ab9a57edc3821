#pragma once

#include "skerry/app/command.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace skerry {

/// Where the traces of many runs lie, and what runs may use.
struct PlaceOptions {
  std::string output;  ///< empty stands for the default
  std::optional<std::uint64_t> cores;
  std::string launcher;
};

/// `argument` is the name of the command's file in the help.
void declare_place(CommandLine& line, PlaceOptions& options, const char* argument);

/// Throws UsageError if a launcher started this process as one of several ranks.
void refuse_ranks(const char* command);

}  // namespace skerry
