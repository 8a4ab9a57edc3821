#pragma once

#include "skerry/app/command.hpp"

#include <functional>
#include <string>
#include <vector>

namespace skerry {

Command run_command();
Command experiment_command();
Command tune_command();
Command plan_command();
Command keys_command();
/// The analysis reads the words that follow those of the function, if there is one; `footer` tells options.
Command analysis_command(std::string path, std::string summary, std::string footer,
                         std::function<std::vector<std::string>()> first_words = {});

std::vector<std::string> names_of_keys();

}  // namespace skerry
