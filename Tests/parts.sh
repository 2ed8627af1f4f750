# For suite.sh and check.sh: parts of the suite, each a process with one test at a time.
program=.build/debug/bgtaskdPackageTests.xctest

# part NAME ARGUMENTS...   runs the tests that the arguments choose, with its log and its times in $logs. The exit status is
# theirs; 69 is that there are none.
part() {
  local name=$1; shift
  "$program" --testing-library swift-testing --no-parallel --xunit-output "$logs/$name.xml" "$@" >"$logs/$name.log" 2>&1
}

# The tests that are XCTest's: they show that applications test their handlers with it.
xctest_part() {
  "$program" >"$logs/xctest.log" 2>&1 && grep -q 'Executed [1-9][0-9]* tests, with 0 failures' "$logs/xctest.log"
}
