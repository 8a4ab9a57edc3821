#pragma once

#include "app/run/session.hpp"

#include <functional>
#include <memory>

namespace skerry {

class Communicator;
class Lending;
struct Loaded;

/// Tells whether the ranks of this run evaluate for each other. Throws UsageError where the configuration
/// asks for it and the problem can't.
bool lends(const Loaded& loaded);

/// Returns the lending of this rank's island; null where there is none, or no other rank that could help.
/// `ranks` are all that take part, of which the first `islands` have an island. Collective over them.
std::shared_ptr<Lending> lending_of(const Loaded& loaded, Communicator& ranks, std::size_t islands);

/// Runs `work` on the first `islands` ranks of `world`, with a communicator of these, and has the others
/// evaluate for them. Returns on every rank a report with what the exit status depends on. Throws on every
/// rank what is an AgreedFailure of the islands. Collective.
using IslandWork =
    std::function<SessionReport(Communicator& islands, const std::shared_ptr<Lending>& lending)>;
SessionReport with_helpers(const Loaded& loaded, Communicator& world, std::size_t islands,
                           const IslandWork& work);

}  // namespace skerry
