import Foundation
import Glibc
import TestSupport
import Testing

@testable import LinuxSystem

@Suite("Watches of files and folders")
struct ChangeWatchTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("file", "a")
    try folder.write("way/to/file", "a")
    try folder.write("way/beside", "a")
    symlink(folder.path("file"), folder.path("link"))
    symlink("later", folder.path("dangling"))
  }

  /// Whether something was noticed by now: the kernel notices before a call that changes something returns.
  private static func noticed(_ watch: ChangeWatch) -> Bool {
    var entry = pollfd(fd: watch.events.number, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) == 1
  }

  private func noticed(_ path: String, when change: () throws -> Void) throws -> Bool {
    let watch = try ChangeWatch()
    try watch.add(folder.path(path))
    #expect(!Self.noticed(watch))
    try change()
    return Self.noticed(watch)
  }

  private func move(_ old: String, _ new: String) { rename(folder.path(old), folder.path(new)) }

  @Test("A file that is written, replaced, removed, or of which the attributes change; not one that is read")
  func file() throws {
    #expect(try !noticed("file") { _ = try String(contentsOfFile: folder.path("file"), encoding: .utf8) })
    #expect(try noticed("file") { try folder.write("file", "b") })
    #expect(try noticed("file") { chmod(folder.path("file"), 0o600) })
    try folder.write("other", "c")
    #expect(try noticed("file") { move("other", "file") })
    #expect(try noticed("file") { unlink(folder.path("file")) })
  }

  @Test("What is in a folder, and not what is below its folders")
  func entries() throws {
    #expect(try noticed("way") { try folder.write("way/new", "") })
    #expect(try noticed("way") { try folder.write("way/beside", "b") })
    #expect(try noticed("way") { unlink(folder.path("way/new")) })
    #expect(try !noticed("way") { try folder.write("way/to/file", "b") })
  }

  @Test("What is not there yet, and what comes to be on the way to it")
  func absent() throws {
    #expect(try noticed("new") { try folder.write("new", "") })
    #expect(try noticed("no/such/file") { mkdir(folder.path("no"), 0o700) })
    #expect(try noticed("dangling") { try folder.write("later", "") })
  }

  @Test("A way that leads to something else: a folder that is moved, a link that is replaced")
  func way() throws {
    #expect(try noticed("way/to/file") { move("way", "away") })
    symlink(folder.path("away"), folder.path("new-link"))
    #expect(try noticed("link") { move("new-link", "link") })
    // A link behind a link.
    symlink("link", folder.path("first"))
    symlink(folder.path("other-folder"), folder.path("newer-link"))
    #expect(try noticed("first") { move("newer-link", "link") })
  }

  @Test("Another process's watch is one, and nothing else is")
  func received() throws {
    let watch = try ChangeWatch()
    #expect(ChangeWatch(received: watch.events) != nil)
    #expect(ChangeWatch(received: try OutputPipe().reading) == nil)
    let file = SharedDescriptor(owning: open(folder.path("way/beside"), O_RDONLY))
    #expect(ChangeWatch(received: file) == nil)
  }

  @Test("A message brings a descriptor along, or none; more than one is taken of nobody")
  func messages() throws {
    let pair = try MessagePair()
    #expect(throws: SystemError.self) { try MessagePair.receive(from: pair.reading, atMost: 10) }
    #expect(Glibc.write(pair.writing.number, "hello", 5) == 5)
    let plain = try MessagePair.receive(from: pair.reading, atMost: 4)
    #expect(plain.bytes == Array("hell".utf8) && plain.descriptor == nil)
    let watch = try ChangeWatch()
    try watch.add(folder.path("file"))
    try MessagePair.send("1 2", with: watch.events, to: pair.writing.number)
    let message = try MessagePair.receive(from: pair.reading, atMost: 10)
    let descriptor = try #require(message.descriptor)
    #expect(message.bytes == Array("1 2".utf8) && descriptor.number != watch.events.number)
    let received = try #require(ChangeWatch(received: descriptor))
    try folder.write("file", "b")
    #expect(Self.noticed(received))
  }

  @Test("Inode numbers that the kernel invents each time say nothing, and those that a disk has do")
  func inodes() throws {
    var status = stat()
    #expect(stat("/", &status) == 0)
    #expect(InodeNumbers(type: 0xef53).number(of: status) == Int64(status.st_ino))
    // FAT, FUSE, and a file system that cannot be asked.
    for type: Int64 in [0x4d44, 0x6573_5546, -1] { #expect(InodeNumbers(type: type).number(of: status) == 0) }
  }
}
