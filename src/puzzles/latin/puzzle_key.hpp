#pragma once

#include "skerry/app/files.hpp"
#include "skerry/app/settings.hpp"

#include <cstddef>
#include <string>
#include <utility>

#include <fmt/core.h>

namespace skerry {

/// Returns the puzzle that the keys instance (a file) and index (from 1, default 1) of a [problem] table
/// name; `parse(text, name)` returns the puzzles of a file.
template <typename Parse>
auto puzzle_of_key(const Settings& settings, Files& files, Parse parse) {
  const std::string file = settings.path("instance").string();
  auto puzzles = parse(files.read(file), file);
  const auto index = static_cast<std::size_t>(settings.integer("index", 1, positive_range));
  if (index > puzzles.size()) {
    settings.fail("index", fmt::format("index is {}; {} holds {} puzzle{}, counted from 1", index, file,
                                       puzzles.size(), puzzles.size() == 1 ? "" : "s"));
  }
  return std::move(puzzles[index - 1]);
}

}  // namespace skerry
