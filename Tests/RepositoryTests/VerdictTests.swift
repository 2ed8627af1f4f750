import Foundation
import TestSupport
import Testing

/// `Tests/verdict.sh` has the last word of a test run, and for who cannot see more of it the only one.
@Suite("What a test run says at its end")
struct VerdictTests {
  @Test("What failed is named, of a test with arguments as well, with what explains it; what passed is not")
  func faults() throws {
    let said = try verdict(
      """
      ◇ Test "plain" started.
      ✘ Test "plain" recorded an issue at OneTests.swift:39:5: Expectation failed: a > b
      ↳ // why it matters
      ✘ Test "rows" recorded an issue with 1 argument row → 2 at TwoTests.swift:4:1: Issue recorded
      ✘ Test "plain" failed after 1.487 seconds with 1 issue.
      ✔ Test "other" passed after 0.001 seconds.
      """)
    #expect(
      said == """
        All tests were run.
        Failed:
        ✘ Test "plain" recorded an issue at OneTests.swift:39:5: Expectation failed: a > b
        ↳ // why it matters
        ✘ Test "rows" recorded an issue with 1 argument row → 2 at TwoTests.swift:4:1: Issue recorded

        """)
  }

  @Test("What was left out is named once, with the reason")
  func leftOut() throws {
    let said = try verdict(
      """
      ✘ Suite "Booted" skipped: "no systemd"
      ✘ Test "starts" skipped: "no systemd"
      skipped: "of memory": no controller
      """)
    #expect(said.hasPrefix("Left out:\n  \"Booted\": no systemd\n  \"of memory\": no controller\n"))
  }

  @Test("The suites and the tests that took longest are named")
  func times() throws {
    let times = """
      <testcase classname="A.OneTests" name="first()" time="1.5" />
      <testcase classname="A.OneTests" name="second(row:)" time="2.25" />
      <testcase classname="A.TwoTests" name="third()" time="3" />
      """
    #expect(
      try verdict("", times: times) == """
        The suites that took longest, in seconds:
             3.8  A.OneTests
             3.0  A.TwoTests
        The tests that took longest, in seconds:
             3.0  A.TwoTests.third()
             2.2  A.OneTests.second(row:)
             1.5  A.OneTests.first()
        All tests were run.

        """)
  }

  private func verdict(_ log: String, times: String? = nil) throws -> String {
    let folder = try TemporaryFolder()
    var files = [try folder.write("log", log + "\n")]
    if let times { files.append(try folder.write("times.xml", times)) }
    let script = Repository.root.appending(path: "Tests/verdict.sh")
    return try FinishedProgram.run(URL(filePath: "/bin/bash"), [script.path()] + files).output
  }
}
