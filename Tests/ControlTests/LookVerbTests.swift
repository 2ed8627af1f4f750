import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import Control

@Suite("look")
struct LookVerbTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("d/a", "1")
    try folder.write("d/sub/b", "1")
  }

  private func number(_ paths: String...) -> String {
    let run = ControlRun.helper(["look"] + paths.map { folder.path($0) })
    #expect(run.status == .success, "\(run.errors)")
    return String(run.output.prefix { $0 != " " })
  }

  @Test("The same state has the same number, another one has another")
  func numbers() throws {
    let first = number("d")
    #expect(number("d") == first && number("d/a") != first && number("d", "d/a") != first)
    // What happens below its folders is no change of a folder.
    try folder.write("d/sub/c", "")
    #expect(number("d") == first)
    try folder.write("d/a", "22")
    let second = number("d")
    #expect(second != first)
    try folder.write("d/c", "")
    #expect(number("d") != second)
    let whole = number("d/c")
    unlink(folder.path("d/c"))
    #expect(number("d/c") != whole && number("d/no/such") == number("d/c"))
  }

  @Test("Another file, folder or link in its place is a change, with the same dates and sizes")
  func replaced() throws {
    /// All that stat(2) says is the same, but for the inode and what the kernel dates itself.
    func twin(_ name: String) throws -> stat {
      try folder.write("\(name)/app", "1")
      for path in [folder.path("\(name)/app"), folder.path(name)] {
        var times = [timespec(tv_sec: 1000, tv_nsec: 0), timespec(tv_sec: 1000, tv_nsec: 0)]
        utimensat(AT_FDCWD, path, &times, 0)
      }
      var status = stat()
      stat(folder.path(name), &status)
      return status
    }
    let inodes = InodeNumbers(of: folder.path("d"))
    let (first, second) = (try twin("v1"), try twin("v2"))
    #expect(inodes.number(of: first) != inodes.number(of: second))
    let path = folder.path("current")
    symlink("v1", path)
    let (link, through) = (number("current"), number("current/app"))
    symlink("v2", path + ".new")
    rename(path + ".new", path)
    #expect(number("current") != link && number("current/app") != through)
    // A link that leads nowhere says when it was put there.
    symlink("nowhere", path + ".new")
    rename(path + ".new", path)
    let json = ControlRun.helper(["--json", "look", path])
    #expect(json.output.contains("\"newestUSec\":"))
  }

  @Test("The date is that of the newest change; what is not there has none, and what may not be seen is said")
  func dates() {
    let json = ControlRun.helper(["--json", "look", folder.path("d")])
    #expect(json.output.contains("\"newestUSec\":") && json.output.hasPrefix("{\"digest\":"))
    #expect(ControlRun.helper(["look", folder.path("x")]).output.contains("nothing there"))
    let long = ControlRun.helper(["look", "/" + String(repeating: "x", count: 300)])
    #expect(long.status == .temporary && long.errors.contains("File name too long"), "\(long.errors)")
    #expect(ControlRun.helper(["look"]).status == .usage)
  }
}
