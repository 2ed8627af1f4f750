import LinuxSystem
import TestSupport
import Testing

@testable import Control

@Suite("read-files")
struct ReadFilesVerbTests {
  @Test("What the variables name is read, in their order, up to the first one that is missing")
  func files() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a", "hunter2")
    let run = ControlRun.helper(
      ["read-files"],
      variables: [
        "BGTASK_FILE_0": file, "BGTASK_FILE_1": folder.path("none"), "BGTASK_FILE_3": file,
      ])
    #expect(run.status == .success)
    var bundle = FileBundle(count: 2)
    let isTaken = bundle.take(Array(run.output.utf8))
    #expect(isTaken && bundle.isComplete)
    #expect(bundle.items == [.contents(Array("hunter2".utf8)), .missing])
    #expect(ControlRun.helper(["read-files"]).output.isEmpty)
    #expect(ControlRun.helper(["read-files", file]).status == .usage)
  }
}
