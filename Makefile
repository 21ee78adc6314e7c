# The front door. The build itself is CMake's: see CMakePresets.json.
#
#   make          the command build/bin/shader9 and the libraries build/lib
#   make demo     draws the examples into build/demo
#   make check    every test, in the release build and under ASan and UBSan; with SLOW=yes also those of some minutes
#   make check-NAME  a slow test by itself (CONTRIBUTING.md): check-exhaustive, check-oracle, check-mutate,
#                 check-hostile, check-aarch64, check-jit, check-spirv, check-languages, check-vulkan, check-gl, check-s390x, check-musl, check-windows,
#                 check-tsan, check-valgrind
#   make fuzz TIME=600  every parser, fuzzed at the same time for so many seconds (needs clang)
#   make bench    the measurements, into build/bench.json and docs/bench.md (needs python3, gnuplot for the plot)
#   make install  PREFIX=/usr/local, DESTDIR= as usual
#   make amalgamation  the core library as two files, build/amalgamation/shader9.c and .h (needs python3)
#   make reference  the reference of the library from its headers, build/reference/html (needs doxygen)
#   make pages    writes docs/rules.md and docs/instructions.md anew
#   make format   clang-format over the sources
#   make clean    removes the build folders

PREFIX ?= /usr/local
JOBS ?=
# Object files are shared between the builds where ccache is there.
LAUNCHER := $(if $(shell command -v ccache 2>/dev/null),-DCMAKE_C_COMPILER_LAUNCHER=ccache)

.PHONY: all demo check fuzz bench install amalgamation reference pages format clean setup

all: build/build.ninja
	cmake --build build $(if $(JOBS),-j $(JOBS))

build/build.ninja:
	cmake --preset release $(LAUNCHER)

setup:
	scripts/setup

demo: setup
	$(MAKE) all
	scripts/demo build

check: setup
	scripts/check

check-%: setup
	cmake --preset check $(LAUNCHER)
	cmake --build build --target $@

fuzz: setup
	scripts/fuzz -j $(or $(JOBS),$(shell nproc 2>/dev/null || echo 2)) --total $(or $(TIME),600)

bench: setup
	scripts/bench

install: all
	cmake --install build --prefix '$(PREFIX)'

amalgamation:
	python3 tools/amalgamate.py . build/amalgamation

reference:
	scripts/reference build/reference

pages: all
	cmake --build build --target written-pages

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	rm -rf build build-*
