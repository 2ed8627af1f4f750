import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("Several files in one stream")
struct FileBundleTests {
  private static let items: [FileBundle.Item] = [
    .contents(Array("a\0b".utf8)), .missing, .contents([]), .problem("Permission denied"),
  ]

  @Test("What is written is read, in whatever pieces it comes")
  func roundTrip() {
    let bytes = FileBundle.bytes(of: Self.items)
    for size in [1, 2, 7, bytes.count] {
      var bundle = FileBundle(count: Self.items.count)
      for start in stride(from: 0, to: bytes.count, by: size) {
        #expect(!bundle.isComplete)
        let isTaken = bundle.take(Array(bytes[start..<min(start + size, bytes.count)]))
        #expect(isTaken)
      }
      #expect(bundle.isComplete && bundle.items == Self.items)
    }
  }

  @Test(
    "What is none is noticed before it is kept",
    arguments: [
      [3, 0, 0, 0, 0], [0, 1, 0, 16, 0], [0, 255, 255, 255, 255], [1, 1, 0, 0, 0], [2, 1, 4, 0, 0],
      [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    ] as [[UInt8]])
  func nonsense(bytes: [UInt8]) {
    var bundle = FileBundle(count: 2)
    let isTaken = bundle.take(bytes)
    #expect(!isTaken)
  }

  @Test("Together they have no more bytes than one may have")
  func bounds() throws {
    let folder = try TemporaryFolder()
    let half = try folder.write("half", [UInt8](repeating: 7, count: FileBundle.maximumBytes / 2))
    let more = try folder.write("more", [UInt8](repeating: 7, count: FileBundle.maximumBytes / 2 + 1))
    let problem = "the files together have more than the 1048576 bytes that are allowed"
    #expect(FileBundle.read([half, more, half]).map(\.kind) == ["contents", problem, "contents"])
    var bundle = FileBundle(count: 3)
    let bytes = FileBundle.bytes(of: [.contents([1])] + FileBundle.read([half, half]))
    let isTaken = bundle.take(bytes)
    #expect(!isTaken)
  }

  @Test("What is no file is said, and nobody waits for it")
  func noFiles() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    #expect(
      FileBundle.read([folder.path("pipe"), "/dev/zero", folder.path(""), folder.path("none"), "/dev/null"])
        .map(\.kind) == [
          "Found a pipe, allowed is a file", "Found a device, allowed is a file", "Is a directory", "missing",
          "contents",
        ])
  }
}

extension FileBundle.Item {
  fileprivate var kind: String {
    switch self {
    case .contents: "contents"
    case .missing: "missing"
    case .problem(let text): text
    }
  }
}
