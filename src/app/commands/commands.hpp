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
/// A command of the analysis of the same name, which reads all words that follow, and before them those of
/// the function, if there is one. `footer` also tells the options.
Command analysis_command(std::string path, std::string summary, std::string footer,
                         std::function<std::vector<std::string>()> first_words = {});

/// Returns the keys of all tables but [problem]: "stop.seconds".
std::vector<std::string> names_of_keys();

}  // namespace skerry
