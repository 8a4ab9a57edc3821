#include "app/terminal/text_argument.hpp"

#include "skerry/error.hpp"

#include "app/text/utf8.hpp"

#include <iostream>
#include <iterator>
#include <string_view>

#include <fmt/core.h>

namespace skerry {

TextArgument read_text(const std::string& argument, Files& files) {
  if (argument != "-") return {files.read(argument), argument};
  TextArgument read{std::string(std::istreambuf_iterator<char>(std::cin), {}), "standard input"};
  if (const std::string_view reason = refused_encoding(read.text); !reason.empty())
    throw DataError(fmt::format("cannot read {}: {}", read.name, reason));
  return read;
}

}  // namespace skerry
