# They reach below the library's interface, for the exchange alone; the first runs under mpirun.
skerry_bench(migration skerry_engine fmt::fmt)
skerry_bench(epoch_costs skerry_engine fmt::fmt)
target_sources(epoch_costs PRIVATE communication_costs.cpp)
if(pagmo_FOUND)
  skerry_bench(migration_pagmo Pagmo::pagmo)
endif()
