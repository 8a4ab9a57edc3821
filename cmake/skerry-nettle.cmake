# Makes the target skerry::nettle, of which digests are. The build of skerry and the installed skerry-config.cmake include this file.
if(NOT TARGET skerry::nettle)
  find_path(NETTLE_INCLUDE_DIR nettle/sha2.h REQUIRED)
  find_library(NETTLE_LIBRARY nettle REQUIRED)
  add_library(skerry::nettle INTERFACE IMPORTED)
  target_include_directories(skerry::nettle INTERFACE ${NETTLE_INCLUDE_DIR})
  target_link_libraries(skerry::nettle INTERFACE ${NETTLE_LIBRARY})
endif()
