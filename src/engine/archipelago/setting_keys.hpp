#pragma once

#include "skerry/stop.hpp"

#include "engine/settings/keys.hpp"

#include <concepts>
#include <type_traits>

namespace skerry {

template <typename S, typename Visit>
requires std::same_as<std::remove_const_t<S>, StopRule>
void visit_settings(S& stop, Visit&& visit) {
  visit("generations", stop.generations, positive,
        {"after the initial population", "100; no limit where another rule is set"});
  visit("evaluations", stop.evaluations, positive, {"of all islands together, and not one more", "no limit"});
  visit("seconds", stop.seconds, AboveZero{},
        {"on the first rank's clock; a run that this ends does not repeat exactly", "no limit"});
  visit("target", stop.target, any_number,
        {"a feasible fitness this good ends the run", "the known optimum, if there is one"});
  visit("stagnation", stop.stagnation, positive,
        {"generations without a new best of all islands", "no limit"});
  visit(
      "each_generation", stop.each_generation, nullptr,
      {"true: target, stagnation and seconds are looked at after each generation, at which the islands wait "
       "for each other, not only at the end of an epoch",
       "true for `external`, false for others"});
}

}  // namespace skerry
