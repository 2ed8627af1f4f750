import Dispatch
import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("Descriptors and their sources")
struct SourceTests {
  private let queue = DispatchQueue(label: "test")

  private func write(_ text: String, to pipe: borrowing OutputPipe) {
    #expect(Glibc.write(pipe.writing.number, text, text.utf8.count) == text.utf8.count)
  }

  @Test("After a hang-up the rest is read to the end, piece by piece")
  func hangUp() throws {
    let inbox = Mailbox<ReadResult>()
    let reading: SharedDescriptor
    do {
      let pipe = try OutputPipe()
      reading = pipe.reading
      write("abcdefghij", to: pipe)
    }
    var source: DescriptorSource?
    try queue.sync {
      source = try DescriptorSource(reading, for: .reading, queue: queue) {
        let result = (try? reading.read(atMost: 4)) ?? .end
        inbox.append(result)
        if result == .end { source?.cancel() }
      }
    }
    #expect(inbox.next() == .bytes(Array("abcd".utf8)))
    #expect(inbox.next() == .bytes(Array("efgh".utf8)))
    #expect(inbox.next() == .bytes(Array("ij".utf8)))
    #expect(inbox.next() == .end)
    queue.sync { source = nil }
    #expect(inbox.isEmpty)
  }

  @Test("A paused source is quiet, a resumed one goes on, also when the writer has hung up meanwhile")
  func pause() throws {
    let inbox = Mailbox<ReadResult>()
    var pipe: OutputPipe? = try OutputPipe()
    let reading = try #require(pipe?.reading)
    let source = try DescriptorSource(reading, for: .reading, queue: queue) {
      inbox.append((try? reading.read(atMost: 1)) ?? .end)
    }
    if let pipe { write("ab", to: pipe) }
    #expect(inbox.next() == .bytes(Array("a".utf8)))
    #expect(inbox.next() == .bytes(Array("b".utf8)))
    queue.sync {
      source.pause()
      source.pause()
    }
    if let pipe { write("cd", to: pipe) }
    pipe = nil
    queue.sync {}
    #expect(inbox.isEmpty)
    queue.sync { source.resume() }
    #expect(inbox.next() == .bytes(Array("c".utf8)))
    #expect(inbox.next() == .bytes(Array("d".utf8)))
    #expect(inbox.next() == .end)
    queue.sync { source.cancel() }
  }

  @Test("A source may be let go of while it is paused, running or cancelled")
  func release() throws {
    for state in 0..<4 {
      let pipe = try OutputPipe()
      let source = try DescriptorSource(pipe.reading, for: .reading, queue: queue) {}
      queue.sync {
        if state & 1 != 0 { source.pause() }
        if state & 2 != 0 { source.cancel() }
      }
    }
    queue.sync {}
  }

  @Test("A descriptor stays open until the last who holds it lets go, a source among them, then it is closed")
  func closing() throws {
    signal(SIGPIPE, SIG_IGN)
    let writing: SharedDescriptor
    let source: DescriptorSource
    do {
      let pipe = try OutputPipe()
      writing = pipe.writing
      source = try DescriptorSource(pipe.reading, for: .reading, queue: queue) {}
    }
    // The other end of a pipe hears of it when this one is closed.
    queue.sync { source.pause() }
    #expect(Glibc.write(writing.number, "x", 1) == 1)
    queue.sync { source.cancel() }
    // A program that another test is starting may have it for a moment, until it is executed.
    var wanted = pollfd(fd: writing.number, events: 0, revents: 0)
    #expect(poll(&wanted, 1, 10_000) == 1 && wanted.revents == POLLERR)
  }

  @Test("A writer whose reader goes away while the pipe is full is told")
  func brokenWriter() throws {
    signal(SIGPIPE, SIG_IGN)
    let inbox = Mailbox<CInt>()
    var pipe: OutputPipe? = try OutputPipe()
    let writing = try #require(pipe?.writing)
    try writing.makeNonblocking()
    let piece = [UInt8](repeating: 1, count: 65536)
    while Glibc.write(writing.number, piece, piece.count) > 0 {}
    var source: DescriptorSource?
    try queue.sync {
      source = try DescriptorSource(writing, for: .writing, queue: queue) {
        inbox.append(Glibc.write(writing.number, "x", 1) < 0 ? errno : 0)
        source?.cancel()
      }
    }
    #expect(inbox.isEmpty)
    pipe = nil
    #expect(inbox.next() == EPIPE)
  }

  @Test("Two sources of one descriptor are called independently")
  func shared() throws {
    let read = Mailbox<Int>()
    let written = Mailbox<Int>()
    var ends: [CInt] = [-1, -1]
    try systemCall("socketpair") { socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) }
    let (one, other) = (SharedDescriptor(owning: ends[0]), SharedDescriptor(owning: ends[1]))
    let reader = try DescriptorSource(one, for: .reading, queue: queue) {
      if case .bytes(let bytes)? = try? one.read(atMost: 10) { read.append(bytes.count) }
    }
    var writer: DescriptorSource?
    try queue.sync {
      writer = try DescriptorSource(one, for: .writing, queue: queue) {
        written.append(1)
        writer?.pause()
      }
    }
    #expect(written.next() == 1)
    _ = Glibc.write(other.number, "abc", 3)
    #expect(read.next() == 3)
    queue.sync {
      reader.cancel()
      writer?.resume()
    }
    #expect(written.next() == 1)
    queue.sync { writer?.cancel() }
    #expect(read.count == 0 && written.count == 0)
  }

  @Test("A failed call is a typed error that names the call, its subject and the reason")
  func errors() {
    #expect(throws: SystemError(call: "open", subject: "/nonexistent", code: ENOENT)) {
      try SmallFile.read("/nonexistent", atMost: 10)
    }
    let error = SystemError(call: "bind", subject: "/x", code: EACCES)
    #expect("\(error)" == "bind /x: Permission denied")
    #expect(throws: SystemError(call: "sd_x", code: EINVAL)) {
      try systemCallReturningCode("sd_x", positive: false) { -EINVAL }
    }
    #expect(throws: SystemError(call: "posix_x", code: E2BIG)) {
      try systemCallReturningCode("posix_x", positive: true) { E2BIG }
    }
  }

  @Test("A small file is read whole, or to its limit")
  func smallFile() throws {
    let all = try SmallFile.read("/proc/self/stat", atMost: 100_000)
    #expect(all.last == UInt8(ascii: "\n"))
    let folder = try TemporaryFolder()
    let large = try folder.write("large", String(repeating: "x", count: 50_000))
    #expect(try SmallFile.read(large, atMost: 40_000) == [UInt8](repeating: UInt8(ascii: "x"), count: 40_000))
    #expect(try SmallFile.read("/dev/null", atMost: 10) == [])
  }

  @Test("What is no file is not read and not waited for, and the error says what it is")
  func noFile() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    // A link to it is no better; a writer that never writes either.
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: pipe)
    let writer = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    defer { close(writer) }
    for (path, kind) in [(pipe, "a pipe"), (folder.path("link"), "a pipe"), ("/dev/zero", "a device")] {
      let error = #expect(throws: SystemError.self) { try SmallFile.read(path, atMost: 10) }
      #expect(error?.text == "Found \(kind), allowed is a file")
      #expect(error?.description == "open \(path): Found \(kind), allowed is a file")
    }
    #expect(throws: SystemError(call: "read", subject: "/", code: EISDIR)) {
      try SmallFile.read("/", atMost: 1)
    }
  }
}
