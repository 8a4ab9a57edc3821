#pragma once

namespace skerry {

class Lending;
struct RunHooks;

/// Has a run tell `lending`, which must outlive it, of its generations and epochs.
void lend_in(RunHooks& hooks, Lending& lending);

}  // namespace skerry
