#include "skerry/problems/assistance.hpp"

#include "skerry/settings.hpp"

#include <string>

namespace skerry {

Assistance read_assistance(const Settings& settings) {
  const std::string inference = settings.choice("inference", "heal", {"none", "prepare", "heal"});
  if (inference == "none") return Assistance::none;
  return inference == "prepare" ? Assistance::prepare : Assistance::heal;
}

}  // namespace skerry
