#include "puzzles/latin/inference_form.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::latin {

void declare_without(CommandLine& line, std::vector<std::string>& forms) {
  line.option("--without", &forms, "Leave out a form of inference, or what spares it work",
              {.value = "FORM", .separator = ','});
}

void refuse_form(const std::string& name, const std::vector<std::string>& known) {
  const auto near = nearest_name(name, known);
  throw UsageError(fmt::format("--without is \"{}\"; it is one of {}{}", name, fmt::join(known, ", "),
                               near ? fmt::format("; did you mean \"{}\"?", *near) : ""));
}

}  // namespace skerry::latin
