import BackgroundApplication
import Foundation
import TestSupport
import Testing

@testable import PhotoIndexer

@Suite("Looking through a folder, and writing the index", .serialized)
struct PhotoLibraryTests {
  let folder: PhotoFolder
  private let go = StopSignal()

  init() throws { folder = try PhotoFolder() }

  /// Looks and reads, and returns what was read, in order.
  private func index(_ library: PhotoLibrary) throws -> [String] {
    var read: [String] = []
    _ = try library.look(until: go)
    #expect(try library.read(until: go, orWhen: { false }, report: { read.append($0.path) }))
    return read
  }

  @Test("Photos are found by their names, however deep, in the order of their paths; hidden ones are not")
  func names() throws {
    for name in [
      "b.jpg", "a.JPG", "x/y/z/c.jpeg", "notes.txt", ".hidden.jpg", ".thumbnails/d.jpg", "jpg",
      "\u{301}e.jpg",
      "line\nbreak.jpg", "folder.jpg/in.jpg", "e%20.jpg",
    ] { try folder.add(name) }
    let expected = [
      "a.JPG", "b.jpg", "e%20.jpg", "folder.jpg/in.jpg", "line\nbreak.jpg", "x/y/z/c.jpeg", "\u{301}e.jpg",
    ]
    #expect(try index(folder.library()) == expected)
    #expect(folder.index().photos.values.allSatisfy { $0.reading?.type == "image/jpeg" })
  }

  @Test("What is no file is noted with the reason and not opened, and loops of links have an end")
  func hostile() throws {
    try folder.add("sub/a.jpg")
    try folder.add("empty.jpg", [])
    try #require(mkfifo("\(folder.photos)/pipe.jpg", 0o600) == 0)
    try #require(symlink("/dev/zero", "\(folder.photos)/zero.jpg") == 0)
    try #require(symlink(".", "\(folder.photos)/self") == 0)
    try #require(symlink("../sub", "\(folder.photos)/sub/up") == 0)
    try #require(symlink("loop.jpg", "\(folder.photos)/loop.jpg") == 0)
    let bad = Array(folder.photos.utf8) + [0x2F, 0xFF, 0xFE] + Array(".jpg".utf8) + [0]
    let descriptor = open(bad.map { CChar(bitPattern: $0) }, O_CREAT | O_WRONLY, 0o600)
    try #require(descriptor >= 0)
    close(descriptor)
    #expect(try index(folder.library()) == ["empty.jpg", "sub/a.jpg"])
    let photos = folder.index().photos
    let expected = [
      "sub/a.jpg": "image/jpeg", "empty.jpg": "Failed to read input data",
      "pipe.jpg": "it is a folder, a pipe, a socket or a device",
      "zero.jpg": "it is a link; its target is indexed in its own folder",
      "loop.jpg": "it is a link; its target is indexed in its own folder",
      "\u{FFFD}\u{FFFD}.jpg": "its name is not UTF-8",
    ]
    #expect(photos.mapValues { $0.texts[0] } == expected)
    // None of it is work again.
    let again = try #require(try folder.library().look(until: go))
    #expect(again.unread == 0 && again.gone == 0)
  }

  @Test("New, changed and gone files are found, others are left alone")
  func changes() throws {
    try folder.fill(4)
    _ = try index(folder.library())
    let saved = try Data(contentsOf: folder.library().store.file)
    #expect(try index(folder.library()) == [])
    #expect(try Data(contentsOf: folder.library().store.file) == saved)
    try folder.fill(1, from: 10)
    try folder.add("0001.jpg", Samples.jpeg(width: 7, picture: "another picture"))
    try folder.remove("0002.jpg")
    // The same size and content, and another date.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: "\(folder.photos)/0003.jpg")
    let found = try #require(try folder.library().look(until: go))
    #expect(found.unread == 3 && found.gone == 1)
    #expect(try index(folder.library()) == ["0001.jpg", "0003.jpg", "0010.jpg"])
    #expect(folder.index().photos["0001.jpg"]?.reading?.size == "7 x 480")
    #expect(folder.indexed() == ["0000.jpg", "0001.jpg", "0003.jpg", "0010.jpg"])
  }

  @Test("What is known of a folder that cannot be looked into is kept")
  func closedFolder() throws {
    try folder.add("sub/a.jpg")
    let library = folder.library()
    _ = try index(library)
    var index = library.store.value
    var scan = try #require(try FolderScan(URL(filePath: folder.photos), until: go))
    scan.close("sub")
    #expect(index.take(scan) == 0)
    #expect(index.photos["sub/a.jpg"]?.reading?.type == "image/jpeg")
    #expect(index.photos["sub"]?.texts == ["the folder cannot be looked into"])
    #expect(index.unread == [])
  }

  @Test("A folder that is not there is an error, not an empty folder")
  func missing() throws {
    for name in ["away", "file.jpg"] {
      try folder.root.write("file.jpg", "x")
      let library = PhotoLibrary(folder: folder.root.url.appending(path: name), keptIn: folder.root.url)
      #expect(throws: (any Error).self) { try library.look(until: go) }
    }
  }

  @Test("Told to stop, it saves what it has and goes on there: no file twice, none forgotten")
  func goingOn() throws {
    try folder.fill(25)
    _ = try folder.library().look(until: go)
    var (done, rounds): ([String], Int) = ([], 0)
    while rounds < 20 {
      rounds += 1
      let (stop, limit) = (StopSignal(), done.count + 3)
      let isDone = try folder.library().read(until: stop, orWhen: { false }) { step in
        done.append(step.path)
        if done.count == limit { stop.set() }
      }
      #expect(folder.indexed() == done)
      if isDone { break }
    }
    #expect(done == PhotoFolder.names(0..<25))
    #expect(rounds == 9)
  }

  @Test("Killed between two batches, only the batch in hand is read again")
  func killed() throws {
    try folder.fill(10)
    let library = folder.library(batch: 4)
    _ = try library.look(until: go)
    var seen: [Int] = []
    #expect(
      try library.read(until: go, orWhen: { false }, report: { _ in seen.append(folder.indexed().count) }))
    #expect(seen == [0, 0, 0, 0, 4, 4, 4, 4, 8, 8])
    #expect(folder.indexed().count == 10)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.state) == ["index.json"])
  }

  @Test("A file that changes or goes away after it was found is read as it is, and a run comes to its end")
  func changesUnderWay() throws {
    try folder.fill(3)
    let library = folder.library()
    _ = try library.look(until: go)
    try folder.add("0001.jpg", Samples.jpeg(width: 5555, picture: "longer than it was when it was found"))
    try folder.remove("0002.jpg")
    #expect(try library.read(until: go, orWhen: { false }))
    #expect(folder.index().photos["0001.jpg"]?.reading?.size == "5555 x 480")
    #expect(folder.indexed() == ["0000.jpg", "0001.jpg"])
    #expect(try index(library) == [])
  }

  @Test("What is found while a run goes on is done by it, and no other run reads meanwhile")
  func listGrows() throws {
    try folder.fill(3)
    let library = folder.library(batch: 1)
    _ = try library.look(until: go)
    var steps: [String] = []
    let isDone = try library.read(until: go, orWhen: { false }) { step in
      steps.append(step.path)
      guard steps.count == 2 else { return }
      #expect(throws: PhotoLibrary.Busy.self) { try library.read(until: go, orWhen: { false }) }
      try? folder.fill(2, from: 3)
      _ = try? library.look(until: go)
    }
    #expect(isDone)
    #expect(steps == PhotoFolder.names(0..<5))
  }

  @Test("An index that cannot be written is an error, and not lost work that nobody hears of")
  func unwritable() throws {
    try folder.fill(1)
    let library = PhotoLibrary(
      folder: URL(filePath: folder.photos), keptIn: URL(filePath: "/proc/photo-index"))
    #expect(throws: (any Error).self) { try library.look(until: go) }
  }
}
