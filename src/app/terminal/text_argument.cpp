#include "app/terminal/text_argument.hpp"

#include <iostream>
#include <iterator>

namespace skerry {

TextArgument read_text(const std::string& argument, Files& files) {
  if (argument != "-") return {files.read(argument), argument};
  return {std::string(std::istreambuf_iterator<char>(std::cin), {}), "standard input"};
}

}  // namespace skerry
