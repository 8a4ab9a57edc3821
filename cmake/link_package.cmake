# Run at each installation: links the Python package to where the Python of the system looks, or would look if it were of this prefix, so
# that `import skerry` works. Debian has folders of its own for that.
set(folder_of_prefix [[
import site, sys
prefix = sys.argv[1]
own = [folder for folder in site.getsitepackages([prefix]) if folder.startswith(prefix + '/lib') and folder in site.getsitepackages()]
print(*(own or [f'{prefix}/lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages'])[:1])
]])
foreach(python /usr/bin/python3 python3)
  execute_process(COMMAND ${python} -c "${folder_of_prefix}" ${CMAKE_INSTALL_PREFIX}
    OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE status ERROR_QUIET)
  if(status EQUAL 0)
    break()
  endif()
endforeach()
set(link $ENV{DESTDIR}${folder}/skerry)
if(NOT status EQUAL 0)
  message(STATUS "There is no python3, so the package is not linked to where one looks")
elseif(EXISTS ${link} AND NOT IS_SYMLINK ${link})
  message(WARNING "${link} is another installation of the Python package, and stays")
else()
  file(RELATIVE_PATH package ${folder} ${CMAKE_INSTALL_PREFIX}/share/skerry/analysis/skerry)
  file(MAKE_DIRECTORY $ENV{DESTDIR}${folder})
  file(CREATE_LINK ${package} ${link} SYMBOLIC)
  message(STATUS "Installing: ${link}")
  list(APPEND CMAKE_INSTALL_MANIFEST_FILES ${folder}/skerry)
endif()
