#include "engine/archipelago/lending_hooks.hpp"

#include "skerry/archipelago.hpp"

#include "engine/lending/lending.hpp"

namespace skerry {

void lend_in(RunHooks& hooks, Lending& lending) {
  hooks.begin_generation = [&lending](std::uint64_t to_follow) { lending.begin_generation(to_follow); };
  hooks.end_epoch = [&lending] { lending.end_epoch(); };
}

}  // namespace skerry
