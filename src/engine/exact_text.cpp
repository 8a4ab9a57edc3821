#include "skerry/exact_text.hpp"

#include <array>
#include <charconv>

namespace skerry {
namespace {

template <typename T>
std::string shortest(T number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

}  // namespace

std::string exact_text(double number) {
  return shortest(number);
}
std::string exact_json(double number) {
  std::string text = exact_text(number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}
std::string exact_text(std::int32_t number) {
  return shortest(number);
}
std::string exact_text(std::uint32_t number) {
  return shortest(number);
}

}  // namespace skerry
