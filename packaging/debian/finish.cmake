# CPack runs this file after it installed everything into a folder, and before it packs that. A Debian package gets its copyright
# and its changelogs, compressed as the manual pages are, and static libraries without what serves debuggers alone.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX})
set(doc ${root}/share/doc/skerry)

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# The program's changes are those of CHANGELOG.md; the package's own are that there is a new version, on the day that stands there.
file(STRINGS ${doc}/CHANGELOG.md releases REGEX "^## \\[[0-9.]+\\] - ")
list(GET releases 0 release)
string(REGEX REPLACE ".* - " "" day "${release}")
execute_process(COMMAND date --utc --rfc-email --date=${day} OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${doc}/changelog.Debian
"skerry (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * New version; /usr/share/doc/skerry/changelog.gz lists its changes.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
file(RENAME ${doc}/CHANGELOG.md ${doc}/changelog)
# Debian has the text of this licence in a place of its own, which the copyright names.
file(REMOVE ${doc}/LICENSE)
file(COPY ${CMAKE_CURRENT_LIST_DIR}/copyright DESTINATION ${doc}
     FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
file(GLOB pages ${root}/share/man/man1/*.1)
run(gzip -9n ${doc}/changelog ${doc}/changelog.Debian ${pages})

file(GLOB libraries ${root}/lib/*.a)
foreach(library IN LISTS libraries)
  run(strip --strip-debug --remove-section=.comment --remove-section=.note --enable-deterministic-archives ${library})
endforeach()
