#pragma once

#include <string>
#include <string_view>

namespace skerry {

/// Returns the text as a TOML string, with its quotation marks.
std::string toml_string(std::string_view text);

}  // namespace skerry
