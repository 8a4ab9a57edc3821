#include "puzzles/external/template_text.hpp"

#include "skerry/error.hpp"

#include "puzzles/external/genome_json.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/core.h>

namespace skerry::external {
namespace {

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

TemplateText::Place TemplateText::place_of(std::string_view name, const Space& space,
                                           const std::string& text) {
  if (name == "seed") return {.kind = Kind::seed};
  if (name == "id") return {.kind = Kind::id};
  if (name == "folder") return {.kind = Kind::folder};
  const std::size_t bracket = std::min(name.find('['), name.size());
  const auto part = std::ranges::find(space, name.substr(0, bracket), &PartSpace::name);
  const auto refuse = [&](const std::string& why) -> Place {
    throw UsageError(fmt::format("{} has a place {{{{{}}}}}, but {}", text, name, why));
  };
  if (part == space.end())
    return refuse("there is no such part of the genome; others are seed, id and folder");
  Place place{.kind = Kind::values, .part = static_cast<std::size_t>(part - space.begin())};
  if (bracket == name.size()) return place;
  const std::string_view index = name.substr(bracket + 1);
  std::size_t gene = 0;
  const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), gene);
  if (error != std::errc{} || std::string_view(end, index.data() + index.size()) != "]")
    return refuse("its form is {{name}} or {{name[number]}}");
  const std::size_t size = std::visit([](const auto& values) { return values.size(); }, part->values);
  if (gene >= size) return refuse(fmt::format("part {} has {} values, counted from 0", part->name, size));
  place.gene = gene;
  return place;
}

TemplateText::TemplateText(std::string_view text, const Space& space, const std::string& name) {
  for (;;) {
    const std::size_t begin = text.find("{{");
    pieces_.emplace_back(text.substr(0, begin));
    if (begin == std::string_view::npos) return;
    text.remove_prefix(begin + 2);
    const std::size_t end = text.find("}}");
    if (end == std::string_view::npos)
      throw UsageError(fmt::format("{} has a {{{{ without its }}}}; a place is {{{{name}}}}", name));
    places_.push_back(place_of(trimmed(text.substr(0, end)), space, name));
    text.remove_prefix(end + 2);
  }
}

std::string TemplateText::filled(const Space& space, const Genome& genome, const Request& request,
                                 const std::string& folder) const {
  std::string text = pieces_.front();
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Place& place = places_[i];
    switch (place.kind) {
      case Kind::seed:
        text += std::to_string(request.seed);
        break;
      case Kind::id:
        text += request.id;
        break;
      case Kind::folder:
        text += folder;
        break;
      case Kind::values: {
        const Values& values = genome.parts[place.part];
        if (place.gene) {
          append_value(values, *place.gene, text);
        } else {
          append_values(space[place.part], values, " ", text);
        }
      }
    }
    text += pieces_[i + 1];
  }
  return text;
}

}  // namespace skerry::external
