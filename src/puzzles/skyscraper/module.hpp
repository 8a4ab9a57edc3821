#pragma once

#include "skerry/app/module.hpp"

namespace skerry::skyscraper {

Module module();
/// Returns the module of the search for puzzles.
Module puzzle_module();

}  // namespace skerry::skyscraper
