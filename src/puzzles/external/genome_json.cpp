#include "puzzles/external/genome_json.hpp"

#include "skerry/exact_text.hpp"

#include <array>
#include <charconv>
#include <limits>
#include <type_traits>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace skerry::external {
namespace {

constexpr std::array<const char*, 4> kind_names = {"real", "integer", "bit", "permutation"};

std::string text_of(double value) {
  std::string text = exact_text(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string text_of(std::int32_t value) {
  return exact_text(value);
}

std::string text_of(std::uint32_t value) {
  return exact_text(value);
}

std::size_t size_of(const PartSpace& part) {
  return std::visit([](const auto& values) { return values.size(); }, part.values);
}

/// Sets gene i of the values; tells whether the JSON value is of the right kind.
bool read_gene(const nlohmann::json& value, std::size_t gene, Reals<>& genes) {
  if (!value.is_number()) return false;
  genes[gene] = value.get<double>();
  return true;
}
template <typename Whole>
bool read_whole_number(const nlohmann::json& value, Whole& gene) {
  if (!value.is_number_integer()) return false;
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::numeric_limits<Whole>::max())
    return false;
  if (!value.is_number_unsigned() && value.get<std::int64_t>() < std::numeric_limits<Whole>::min())
    return false;
  gene = value.get<Whole>();
  return true;
}
bool read_gene(const nlohmann::json& value, std::size_t gene, Integers<>& genes) {
  return read_whole_number(value, genes[gene]);
}
bool read_gene(const nlohmann::json& value, std::size_t gene, Permutation<>& genes) {
  return read_whole_number(value, genes[gene]);
}
bool read_gene(const nlohmann::json& value, std::size_t gene, BitRow& bits) {
  std::uint32_t bit = 0;
  if (value.is_boolean()) {
    bit = value.get<bool>() ? 1 : 0;
  } else if (!read_whole_number(value, bit) || bit > 1) {
    return false;
  }
  if (bit == 1) bits.flip(gene);
  return true;
}

/// Returns a number as JSON has it, which knows fewer forms; a whole one stays whole.
std::string json_of_number(std::string_view text) {
  const char* const end = text.data() + text.size();
  std::int64_t whole = 0;
  if (std::from_chars(text.data(), end, whole).ptr == end) return std::to_string(whole);
  double number = 0;
  std::from_chars(text.data(), end, number);
  return text_of(number);
}

void make_room(const PartSpace& part, Values& values) {
  values = empty_values(static_cast<std::uint8_t>(part.values.index()));
  std::visit(
      [&](auto& own) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(own)>, BitRow>) {
          own.words.assign((size_of(part) + 63) / 64, 0);
        } else {
          own.resize(size_of(part));
        }
      },
      values);
}

std::string read_part(const PartSpace& part, const nlohmann::json& list, Values& values) {
  const std::size_t size = size_of(part);
  if (!list.is_array() || list.size() != size)
    return fmt::format("part {} is not a list of {} values", part.name, size);
  make_room(part, values);
  for (std::size_t gene = 0; gene < size; ++gene) {
    const bool right = std::visit([&](auto& own) { return read_gene(list[gene], gene, own); }, values);
    if (!right) {
      return fmt::format("value {} of part {} is {}, no {}", gene, part.name, list[gene].dump(),
                         kind_names[part.values.index()]);
    }
  }
  return {};
}

}  // namespace

void append_value(const Values& values, std::size_t gene, std::string& text) {
  std::visit(
      [&](const auto& own) {
        if constexpr (requires { own.test(gene); }) {
          text += own.test(gene) ? '1' : '0';
        } else {
          text += text_of(own[gene]);
        }
      },
      values);
}

void append_values(const PartSpace& part, const Values& values, std::string_view separator,
                   std::string& text) {
  for (std::size_t gene = 0; gene < size_of(part); ++gene) {
    if (gene > 0) text += separator;
    append_value(values, gene, text);
  }
}

void append_json(const Space& space, const Genome& genome, std::string& text) {
  for (std::size_t i = 0; i < space.size(); ++i) {
    text.append(i == 0 ? "{\"" : ", \"").append(space[i].name).append("\": [");
    append_values(space[i], genome.parts[i], ", ", text);
    text += ']';
  }
  text += '}';
}

void append_json(const Space& space, std::string& text) {
  for (std::size_t i = 0; i < space.size(); ++i) {
    text += fmt::format(R"({}{{"name": "{}", "kind": "{}", "size": {})", i == 0 ? "[" : ", ", space[i].name,
                        kind_names[space[i].values.index()], size_of(space[i]));
    std::visit(
        [&](const auto& values) {
          if constexpr (requires { values.lower(0); }) {
            text +=
                fmt::format(R"(, "low": {}, "high": {})", text_of(values.lower(0)), text_of(values.upper(0)));
          }
        },
        space[i].values);
    text += '}';
  }
  text += ']';
}

std::string json_of_numbers(const Space& space, std::span<const std::string_view> numbers) {
  std::string text;
  for (const PartSpace& part : space) {
    text.append(text.empty() ? "{\"" : ", \"").append(part.name).append("\": [");
    for (std::size_t gene = 0; gene < size_of(part); ++gene)
      text.append(gene > 0 ? ", " : "").append(json_of_number(numbers[gene]));
    numbers = numbers.subspan(size_of(part));
    text += ']';
  }
  return text + "}";
}

std::string read_json(const Space& space, std::string_view text, Genome& genome) {
  const auto document = nlohmann::json::parse(text, nullptr, false);
  if (!document.is_object()) return "the text is no JSON object";
  if (document.size() != space.size())
    return fmt::format("there are {} parts; {} are declared", document.size(), space.size());
  genome.parts.resize(space.size());
  for (std::size_t i = 0; i < space.size(); ++i) {
    const auto found = document.find(space[i].name);
    if (found == document.end()) return fmt::format("part {} is missing", space[i].name);
    if (std::string mistake = read_part(space[i], *found, genome.parts[i]); !mistake.empty()) return mistake;
  }
  return {};
}

}  // namespace skerry::external
