#pragma once

#include "skerry/app/command.hpp"

namespace skerry::qap {

Command generate_command();

}  // namespace skerry::qap
