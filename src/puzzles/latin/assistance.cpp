#include "puzzles/latin/assistance.hpp"

#include "skerry/app/settings.hpp"

#include <string>

namespace skerry {

Assistance read_assistance(const Settings& settings) {
  const std::string inference = settings.choice("inference", "repair", {"none", "prepare", "repair"});
  if (inference == "none") return Assistance::none;
  return inference == "prepare" ? Assistance::prepare : Assistance::repair;
}

}  // namespace skerry
