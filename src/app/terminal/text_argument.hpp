#pragma once

#include "skerry/app/files.hpp"

#include <string>

namespace skerry {

struct TextArgument {
  std::string text;
  std::string name;  ///< the name that messages use
};

/// Returns the text of the file that an argument names, or of standard input for a dash. Throws DataError for
/// a file that can't be read.
TextArgument read_text(const std::string& argument, Files& files);

}  // namespace skerry
