#pragma once

#include "skerry/app/module.hpp"

namespace skerry::jump_maze {

Module module();

}  // namespace skerry::jump_maze
