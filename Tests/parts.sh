# For suite.sh and check.sh: the suite as a queue of parts, each a process with one test at a time.
program=.build/debug/bgtaskdPackageTests.xctest

# The parts, the longest first: a name and the tests. A test belongs to the first part whose expression matches. Those that set
# this machine's clock or need it left alone share a process, because there they wait for one another.
parts=(
  'clock ^LinuxSystemTests\.|^DaemonTests\.(Idle|Recheck)Tests/'
  'agent ^FleetTests\.AgentTests/[a-k]'
  'machines ^FleetTests\.AgentTests/'
  'daemon ^DaemonTests\.[A-C]'
  'packages ^PackageTests\.PackageSuite/(Service|Recipe|FullStart)Tests/'
  'conditions ^SystemConditionsTests\.|^DaemonTests\.WaitingMemoryTests/'
  'server ^DaemonTests\.[D-O]'
  'shell ^DaemonTests\.'
  'control ^ControlTests\.'
  'core ^(SchedulerCore|SimulatedWorld|ConditionSyntax|Replay|Fuzzing)Tests\.'
  'soak ^FleetTests\.SoakTests/'
  'refusals ^FleetTests\.RefusedUserTests/'
  'fleet ^Fleet'
  'package ^PackageTests\.'
  'tasks ^Task(Store|Execution)Tests\.'
  'files ^FileTransferTests\.'
  'repository ^RepositoryTests\.'
  'rooms .'
)

# part NAME ARGUMENTS...   runs the tests that the arguments choose, with its log and its times in $logs. The exit status is
# theirs; 69 is that there are none.
part() {
  local name=$1; shift
  "$program" --testing-library swift-testing --no-parallel --xunit-output "$logs/$name.xml" "$@" >"$logs/$name.log" 2>&1
}

# told NAME ARGUMENTS...   runs a part and says how it ended. One without tests has failed, unless $may_be_empty is set.
told() {
  local status=0
  part "$@" || status=$?
  if [ $status = 69 ]; then
    [ -z "${may_be_empty:-}" ] || return 0
    echo "$1: has no tests"
  else
    echo "$1: $(grep -a ' Test run with ' "$logs/$1.log" || echo "ended without a verdict, with status $status: $logs/$1.log")"
  fi
  return $status
}

# queue SKIP [TARGETS]   runs all parts, six at a time, because most tests wait for processes. SKIP is a regular expression of
# tests that are left out. With TARGETS, an expression of targets or suites, it runs only their tests, and a part may have none.
queue() {
  local skip=$1 only= may_be_empty= one tests
  [ $# = 1 ] || { only="(?=^($2)[./])"; may_be_empty=1; }
  export -f told part
  export logs program may_be_empty
  for one in "${parts[@]}"; do
    tests=${one#* }
    printf '%s\n' "${one%% *}" --filter "$only(?:$tests)" --skip "$skip"
    skip="$skip|$tests"
  done | xargs -d '\n' -n 5 -P 6 bash -c 'told "$@"' _
}

# The tests that are XCTest's: they show that applications test their handlers with it.
xctest_part() {
  "$program" >"$logs/xctest.log" 2>&1 && grep -q 'Executed [1-9][0-9]* tests, with 0 failures' "$logs/xctest.log"
}
