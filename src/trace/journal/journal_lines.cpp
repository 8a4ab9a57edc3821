#include "trace/journal/journal_lines.hpp"

#include <fstream>
#include <string>

namespace skerry {

std::uint64_t read_lines(const std::filesystem::path& file, std::uint64_t begin,
                         const std::function<void(std::string_view line)>& take) {
  std::ifstream stream(file, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(begin));
  std::uint64_t end = begin;
  std::string line;
  while (std::getline(stream, line) && !stream.eof()) {
    end += line.size() + 1;
    take(line);
  }
  return end;
}

}  // namespace skerry
