# bgtaskd: `make run` shows the daemon at work, `make test` builds and checks everything. Both install the packages they need.

SHELL := /bin/bash
SWIFT ?= swift
# Package.swift optimizes the scheduler in debug builds for this.
export BGTASKD_OPTIMIZED_CORE := 1
# The compiler keeps expanded macros below TMPDIR, in a directory of the first user who builds on this machine. For another user,
# who cannot write there, it writes them beside Package.swift, under malformed names.
# Debug information takes a tenth of a build's time: who needs it for a debugger has it by `swift build`. The index, which takes
# less, is how the build finds XCTest's tests.
BUILD := mkdir -p .build/tmp && TMPDIR="$(CURDIR)/.build/tmp" $(SWIFT) build -debug-info-format none
PREFIX ?= /usr/local
SYSCONFDIR ?= /etc
DESTDIR ?=
VERSION := $(shell sed -n 's/.*number = "\(.*\)"/\1/p' Sources/SchedulerAPI/Interface/ProductVersion.swift)
# Without the compiler's hashes of its modules, which depend on the path of the sources: the same sources give the same
# programs. These have a place of their own, so that both builds go on side by side.
# Without the standard library's patterns, which no program uses (`PlainText/FixedParts`), without functions that nobody calls,
# also those that a module offers to others (`-internalize-at-link`), with those once that are alike, and with short tables of
# what moves with the program's place in memory (DT_RELR, which the toolchain's own linker can write, and glibc reads since 2.36).
RELEASE := -c release --scratch-path .build/releases --static-swift-stdlib --disable-local-rpath \
  -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
  -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import \
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -Xfrontend -Xswiftc -internalize-at-link \
  -Xlinker --gc-sections -Xlinker --no-export-dynamic -Xlinker --icf=safe \
  -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs
RELEASE_PLACE := $(CURDIR)/.build/releases/release

# The Debian packages that the build, the Debian package and the tests need.
BUILD_PACKAGES := libsystemd-dev libsqlite3-dev libcurl4-openssl-dev libssl-dev libwayland-dev \
  libxcb1-dev libxcb-sync-dev libpq-dev pkg-config
DEB_PACKAGES := $(BUILD_PACKAGES) dpkg-dev binutils
TEST_PACKAGES := $(DEB_PACKAGES) python3-venv iproute2 procps lintian man-db systemd systemd-container dbus \
  python3-dbusmock umockdev curl chromium upower network-manager power-profiles-daemon plocate logrotate fwupd \
  musl-tools libplist3 exiv2 cron sway xvfb xdotool postgresql nftables
# The daemon's peers.
BENCH_PACKAGES := beanstalkd task-spooler
FLEET_PACKAGES := pgbouncer
# Independent implementations that the suite checks the programs with: a client of the protocol, a parser of the figures
# for monitoring, and a client of PostgreSQL.
PYTHON_PACKAGES := varlink==31.0.0 prometheus-client==0.26.0 psycopg[binary]==3.3.9
VENV := .build/venv
# A web server for the examples' tests, unpacked and not installed: an installed one would serve this machine's port 80.
NGINX := .build/nginx
# Tests that run by themselves: tests of handlers, because these run on Swift's thread pool, which has as many threads as the
# machine has cores, and the other tests keep it busy for a minute; and tests that measure how long users wait, or what a kill
# in the middle of a download costs.
QUIET_TESTS := ^(Background|CallShapes|PhotoIndexer|FeedReader)|AccountTests|DaemonKillTests|GrowthTests|PromptTests|ReadmeTests
# The formatter opens all its files at once, and a process may have 1,024 open, so it gets 200 at a time.
SOURCES := find Package.swift Sources Tests -name '*.swift' -type f -print0 | xargs -0 -n 200
.PHONY: build run run-fleet fleet-soak test tests-built suite-releases check release-check bench soak growth evaluate transfers accounts mutations fuzz sanitize generate format lint install deb clean packages deb-packages test-packages fleet-packages bench-packages release

build: packages
	$(BUILD)

# The programs that are installed, under their installed names: bgtask-helper is a second name of bgtaskctl. `make bench` adds
# the benchmark. The examples are built as their readers would build them: a static link would have to name the libraries of
# the parts of Foundation that only the examples use.
RELEASED := bgtaskd bgtaskctl bgtask-transfer bgtask-fleet bgtask-idle-wayland bgtask-idle-x11
release: packages
	set -e; for program in $(RELEASED); do $(BUILD) $(RELEASE) --product $$program; done
	ln -sf bgtaskctl "$(RELEASE_PLACE)/bgtask-helper"

run-fleet: build test-packages
	Tests/Tour/fleet.sh "$$($(SWIFT) build --show-bin-path)"

run: build
	Tests/Tour/tour.sh "$$($(SWIFT) build --show-bin-path)"

test: test-packages $(VENV)/installed $(NGINX)/installed lint
	$(MAKE) --no-print-directory -j2 tests-built suite-releases
	BGTASKD_PYTHON="$(CURDIR)/$(VENV)/bin/python" QUIET_TESTS='$(QUIET_TESTS)' Tests/suite.sh

tests-built: test-packages
	$(BUILD) --build-tests

# Nobody downloads these packages.
suite-releases: export DPKG_DEB_COMPRESSOR_LEVEL := 0
suite-releases: deb
	$(BUILD) $(RELEASE) --product growth

# Measures the release daemon beside beanstalkd, tsp, SQLite, the disk and the kernel's timers, and against the goals: some
# minutes, in which the machine should be idle. Other disks, and a failure for a missed goal: BENCH='--directory=DIR --check'.
BENCH ?=
bench: RELEASED += bgtaskbench
bench: bench-packages release
	"$(RELEASE_PLACE)/bgtaskbench" --json=.build/bench.json $(BENCH)
	@echo "The same and more as JSON: .build/bench.json"

# The long forms of tests that take a minute in the suite: 2,000 kills of the daemon, 40,000 simulated lives of the scheduler
# and 2,000 of the daemon with its store. Each call takes other lives; SOAK_SEED names the first of them. Somewhat more than
# an hour on two cores.
SOAK_KILLS ?= 2000
SOAK_LIVES ?= 40000
SOAK_WORLDS ?= 2000
SOAK_SEED ?= $(shell date +%s)
soak: test-packages
	Tests/World/lives.sh $(SOAK_LIVES) $(SOAK_WORLDS) $(SOAK_SEED)
	$(BUILD) --build-tests
	BGTASKD_CRASH_ROUNDS=$(SOAK_KILLS) $(SWIFT) test --skip-build --filter DaemonTests.CrashTests

# The whole table of growth, of which the suite has the first columns: the cost of each event with these numbers of tasks of each
# kind of request, built for release. It fails where four times as many tasks cost more than 5.2 times as much, and where an
# event takes more than 50 ms of processor time. Simple requests are measured with GROWTH_SIMPLE tasks as well. To measure
# only requests with certain names: GROWTH_REQUESTS='an expression'.
GROWTH_TASKS ?= 300,1200,4800
GROWTH_SIMPLE ?= 19200,100000
GROWTH_REQUESTS ?=
growth: packages
	$(BUILD) $(RELEASE) --product growth
	"$(RELEASE_PLACE)/growth" --requests='$(GROWTH_REQUESTS)' $(GROWTH_TASKS) $(GROWTH_SIMPLE)

# When tasks start on recorded machines: the table of all policies, with the rule of windows fitted to one half of the devices
# and scored on the other, .build/evaluate.svg, .build/evaluate.json, and the starts of 10,000 simulated machines. TRACES is the
# directory of ready_windows.csv.gz and niimpy.csv.gz. About half an hour on two cores; less of it:
# EVALUATE='--minutes=10,30 --seeds=1'.
TRACES ?= ../shared/traces
EVALUATE ?=
evaluate: packages
	$(BUILD) $(RELEASE) --product evaluate
	zcat "$(TRACES)/ready_windows.csv.gz" > .build/ready_windows.csv
	zcat "$(TRACES)/niimpy.csv.gz" > .build/niimpy.csv
	"$(RELEASE_PLACE)/evaluate" --svg=.build/evaluate.svg --json=.build/evaluate.json $(EVALUATE) \
	  .build/ready_windows.csv .build/niimpy.csv

# What has to hold before a version is made: what users of the last one rely on is still there.
release-check:
	Tests/release-check.sh

# The fast loop: lints what has changed since SINCE, builds, and runs the tests of the changed rooms and of the rooms that import
# them, or that name the program of a room without tests, but not those that take long, which `make test` runs as well.
SINCE ?= HEAD
LONG_TESTS := \.(Account|AnswerWait|CalendarOracle|Corpus|Crash|CronOracle|DaemonKill|FlappingWeek|FleetReportBrowser)Tests
LONG_TESTS := $(LONG_TESTS)|\.(Footprint|Growth|Idle|LoginSessionsSource|LowSpeed|Musl|Prompt|Readme|RealServices)Tests
LONG_TESTS := $(LONG_TESTS)|\.(Recheck|RequestMemory|SmallDisk|Soak|TimelineBrowser|WaitingMemory|World)Tests|\.PackageSuite
# The programs of an earlier release say nothing about a change.
LONG_TESTS := $(LONG_TESTS)|PackageTests\.ArgumentsTests
# Those that are left out as well unless such files have changed, by their beginnings.
LONG_TESTS_OF_ROOMS := Fleet|bgtask-fleet=FleetTests\.(Agent|RefusedUser)Tests|FleetDatabaseTests\.SchemaTests \
  Benchmark|bgtaskbench|CLoad|DaemonTests/Robustness/BenchmarkTests=\.BenchmarkTests
check: test-packages
	SWIFT="$(SWIFT)" LEFT_OUT='$(LONG_TESTS)' LEFT_OUT_OF_ROOMS='$(LONG_TESTS_OF_ROOMS)' Tests/check.sh $(SINCE)

# The long form of the kills of downloads: TRANSFER_MIB MiB, 20 kills of the helper, and of program, helper and daemon in any
# order, with the release helper where it is built. It prints how many bytes came twice, which are less than 2 %, and how much
# memory that took.
TRANSFER_MIB ?= 1024
transfers: test-packages $(NGINX)/installed release
	$(BUILD) --build-tests
	BGTASKD_TRANSFER_MIB=$(TRANSFER_MIB) $(SWIFT) test --skip-build --no-parallel --filter 'FileTransferTests.(Daemon)?KillTests'

# Runs every parser of bytes from outside under libFuzzer with the address sanitizer, FUZZ_SECONDS each. Findings are named, and
# are kept in .build/fuzz/crashes.
FUZZ_SECONDS ?= 600
fuzz: packages
	SWIFT="$(SWIFT)" FUZZ_SECONDS="$(FUZZ_SECONDS)" Tests/Fuzz/fuzz.sh

# Runs the suite with the address sanitizer, then with the thread sanitizer, or with one: SANITIZERS=thread.
SANITIZERS ?=
sanitize: test-packages
	SWIFT="$(SWIFT)" QUIET_TESTS='$(QUIET_TESTS)' Tests/Sanitize/sanitize.sh $(SANITIZERS)

# Measures the memory of 10,000 requests, each by itself, against their bytes and their charge; then runs mallory against alice
# for everything that users share, with all rows, one at a time and with the figures. To measure only rows whose names have a
# text in them: ACCOUNTS_ROWS='62 names'.
ACCOUNTS_REQUESTS ?= 10000
ACCOUNTS_ROWS ?= all
accounts: test-packages release
	$(BUILD) --build-tests
	BGTASKD_MEMORY_REQUESTS=$(ACCOUNTS_REQUESTS) $(SWIFT) test --skip-build --filter RequestMemoryTests
	BGTASKD_ACCOUNTS="$(ACCOUNTS_ROWS)" $(SWIFT) test --skip-build --no-parallel --filter AccountTests

# Puts the worst faults back, one at a time: the simulated world, or fleets, have to find each fault within 2,000 lives.
mutations: test-packages
	Tests/Mutations/run.sh 2000
	Tests/Mutations/fleet.sh 2000

# The long forms of the fleet's tests: 10,000 simulated lives of agents; the rules of the schema's functions under four settings,
# 1,000 of their lives in virtual time, some minutes of machines in threads, and the faults that these lives have to find. Then
# real machines in network namespaces under every fault, for which root is needed, and 10,000 that come back at once.
FLEET_LIVES ?= 10000
FLEET_SEED ?= $(shell date +%s)
fleet-soak: test-packages fleet-packages $(VENV)/installed
	$(BUILD) --build-tests
	BGTASKD_FLEET_LIVES=$(FLEET_LIVES) BGTASKD_FLEET_SEED=$(FLEET_SEED) $(SWIFT) test --skip-build --filter FleetLivesTests
	$(VENV)/bin/python -B Tests/FleetDatabaseTests/Schema/test_schema.py
	$(VENV)/bin/python -B Tests/FleetDatabaseTests/Schema/lives.py --lives 1000 --seed $(FLEET_SEED)
	$(VENV)/bin/python -B Tests/FleetDatabaseTests/Schema/lives.py --threads 60
	$(VENV)/bin/python -B Tests/FleetDatabaseTests/Schema/lives.py --lives 200 --mutations
	$(VENV)/bin/python -B Tests/FleetTests/Soak/soak.py --long --seed $(FLEET_SEED) || test $$? = 77
	$(VENV)/bin/python -B Tests/FleetTests/Soak/crowd.py

# Regenerates derived files: the folders named Generated and Wayland's tables from the protocols' texts, then completions and
# parts of the manual pages from the programs' tables.
generate: test-packages
	$(BUILD) --product bgtaskgen
	"$$($(SWIFT) build --show-bin-path)/bgtaskgen"
	Sources/CIdleProtocols/protocols/generate.sh
	$(BUILD) --build-tests
	BGTASKD_GENERATE=1 $(SWIFT) test --skip-build --filter 'CompletionTests.files|ScreenTests.screen|ManualTests.(fields|conditions)|ReportTests.catalog'

format:
	$(SOURCES) $(SWIFT) format format --in-place --parallel

lint:
	$(SOURCES) $(SWIFT) format lint --strict --parallel

install: release
	VERSION="$(VERSION)" DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" SYSCONFDIR="$(SYSCONFDIR)" \
	  config/install.sh "$(RELEASE_PLACE)"

# The Debian packages, .build/deb/bgtaskd_VERSION_ARCHITECTURE.deb and .build/deb-fleet/bgtaskd-fleet_….deb.
deb: deb-packages release
	config/debian/build.sh "$(VERSION)" "$(RELEASE_PLACE)" .build/deb
	config/debian/build.sh "$(VERSION)" "$(RELEASE_PLACE)" .build/deb-fleet bgtaskd-fleet

clean:
	rm -rf .build

# Installs the packages that are missing, and names them.
define install_missing
@missing=""; for package in $(1); do \
  dpkg-query -W -f '$${Status}' "$$package" 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
done; \
if [ -n "$$missing" ]; then \
  sudo=""; \
  if [ "$$(id -u)" != 0 ]; then \
    if ! command -v sudo >/dev/null; then \
      echo "Debian packages are missing, and without root and sudo they cannot be installed here. As root:" >&2; \
      echo "  apt-get install --no-install-recommends$$missing" >&2; exit 1; \
    fi; \
    sudo=sudo; \
  fi; \
  echo "Installing Debian packages:$$missing"; \
  $$sudo apt-get update -q && $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $$missing; \
fi
endef

packages:
	$(call install_missing,$(BUILD_PACKAGES))

deb-packages:
	$(call install_missing,$(DEB_PACKAGES))

test-packages:
	$(call install_missing,$(TEST_PACKAGES))

fleet-packages:
	$(call install_missing,$(FLEET_PACKAGES))

bench-packages:
	$(call install_missing,$(BENCH_PACKAGES))

$(VENV)/installed: Makefile | test-packages
	@echo "Installing from PyPI into $(VENV): $(PYTHON_PACKAGES)"
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet $(foreach package,$(PYTHON_PACKAGES),"$(package)")
	touch $@

$(NGINX)/installed: Makefile | test-packages
	@echo "Unpacking nginx into $(NGINX)"
	rm -rf $(NGINX) && mkdir -p $(NGINX)
	cd $(NGINX) && apt-get download -q nginx && dpkg-deb -x nginx_*.deb .
	touch $@
