import Foundation
import Glibc
import TestSupport
import Testing

@testable import PhotoIndexer

@Suite("Writing the index")
struct IndexingTests {
  let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

  @Test(
    "Everything that there is stands in the index, hostile files with the reason, and none stops the others")
  func everything() throws {
    try folder.add("a.jpg", Samples.jpeg(exif: Samples.cameraExif()))
    try folder.add("b/copy.jpg", Samples.jpeg(exif: Samples.cameraExif()))
    try folder.add("c.png", Samples.jpeg())
    try folder.add("cut.png", Array(Samples.png().prefix(40)))
    try folder.add("empty.jpg", [])
    try folder.add("script.gif", Array("#!/bin/sh".utf8))
    try #require(mkfifo("\(folder.photos)/pipe.jpg", 0o600) == 0)
    try #require(symlink(".", "\(folder.photos)/self") == 0)
    let library = folder.library()
    #expect(try library.findWork()?.count == 8)
    var steps: [String] = []
    #expect(try library.indexWork(shouldStop: { false }, report: { steps.append($0.path) }))
    #expect(
      steps == ["a.jpg", "b/copy.jpg", "c.png", "cut.png", "empty.jpg", "pipe.jpg", "script.gif", "self"])
    #expect(try folder.indexedPaths() == steps)
    let index = try folder.indexed()
    #expect(index["a.jpg"]?.facts?.camera == "Nikon D750")
    #expect(index["b/copy.jpg"]?.duplicateOf == "a.jpg")
    #expect(index["a.jpg"]?.duplicateOf == nil)
    let codes = steps.map { index[$0]?.problem?.code }
    #expect(
      codes == [nil, nil, .misnamed, .truncated, .truncated, .notAFile, .notAPhoto, .symbolicLink])
  }

  @Test("Told to stop, it saves what it has and goes on there: no file twice, none forgotten")
  func goingOn() throws {
    try folder.fill(25)
    let library = folder.library()
    _ = try library.findWork()
    var done: [String] = []
    var rounds = 0
    while true {
      let limit = done.count + 3
      let isDone = try library.indexWork(
        shouldStop: { done.count >= limit }, report: { done.append($0.path) })
      #expect(try folder.indexedPaths() == done)
      rounds += 1
      if isDone { break }
      try #require(rounds < 20)
    }
    #expect(done == (0..<25).map(PhotoFolder.name))
    #expect(rounds == 9)
  }

  @Test("Killed between two batches, only the batch in hand is read again")
  func killed() throws {
    try folder.fill(10)
    let library = folder.library(batch: 4)
    _ = try library.findWork()
    var seen: [Int] = []
    #expect(
      try library.indexWork(
        shouldStop: { false },
        report: { _ in seen.append((try? folder.indexedPaths().count) ?? 0) }))
    #expect(seen == [0, 0, 0, 4, 4, 4, 4, 8, 8, 8])
    #expect(try folder.indexedPaths().count == 10)
    // What a killed program leaves behind is overwritten by the next, and nothing else is there.
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.root.path("state")).sorted()
    #expect(names == ["index.jsonl", "index.jsonl.lock", "index.jsonl.todo"])
  }

  @Test("A copy whose original goes away becomes the original")
  func duplicates() throws {
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try folder.add(name, Samples.jpeg()) }
    let library = folder.library()
    #expect(try library.indexAll(shouldStop: { false }, report: { _ in }))
    #expect(try folder.indexed().sorted.map(\.duplicateOf) == [nil, "a.jpg", "a.jpg"])
    try folder.remove("a.jpg")
    _ = try library.findWork()
    #expect(try library.indexWork(shouldStop: { false }, report: { _ in }))
    #expect(try folder.indexed().sorted.map(\.duplicateOf) == [nil, "b.jpg"])
  }

  @Test("A file that changes after it was found is read once, as it is, and a run comes to its end")
  func changesUnderWay() throws {
    try folder.fill(3)
    let library = folder.library()
    _ = try library.findWork()
    try folder.add("0001.jpg", Samples.jpeg(width: 5555, picture: "longer than it was when it was found"))
    try folder.remove("0002.jpg")
    var steps: [String] = []
    #expect(try library.indexWork(shouldStop: { false }, report: { steps.append($0.path) }))
    #expect(steps == (0..<3).map(PhotoFolder.name))
    #expect(try folder.indexed()["0001.jpg"]?.facts?.width == 5555)
    #expect(try folder.indexedPaths() == ["0000.jpg", "0001.jpg"])
    #expect(try library.findWork()?.isEmpty == true)
  }

  @Test("What is found while a run goes on is done by it")
  func listGrows() throws {
    try folder.fill(3)
    let library = folder.library(batch: 1)
    _ = try library.findWork()
    var steps: [String] = []
    #expect(
      try library.indexWork(
        shouldStop: { false },
        report: { step in
          steps.append(step.path)
          guard steps.count == 2 else { return }
          try? folder.fill(2, from: 3)
          _ = try? library.findWork()
        }))
    #expect(steps == (0..<5).map(PhotoFolder.name))
  }

  @Test("Two runs do not write the index at the same time, whoever they are")
  func busy() throws {
    try folder.fill(1)
    let library = folder.library()
    _ = try library.findWork()
    #expect(
      try library.indexWork(
        shouldStop: { false },
        report: { _ in
          #expect(throws: IndexLock.Busy.self) {
            try library.indexAll(shouldStop: { false }, report: { _ in })
          }
        }))
    #expect(try library.indexAll(shouldStop: { false }, report: { _ in }))
  }

  @Test("A damaged line of the index costs its photo another reading, and nothing else")
  func damagedIndex() throws {
    try folder.fill(3)
    let library = folder.library()
    #expect(try library.indexAll(shouldStop: { false }, report: { _ in }))
    var lines = try String(contentsOfFile: folder.index, encoding: .utf8).split(separator: "\n").map(
      String.init)
    lines[1] = String(lines[1].dropLast(5))
    try folder.root.write("state/index.jsonl", lines.joined(separator: "\n") + "\n\u{0}\n[[[[\n")
    let work = try #require(try library.findWork())
    #expect(work.changed.map(\.path) == ["0001.jpg"])
    #expect(work.removed.isEmpty)
  }

  @Test("An index that cannot be written is an error, and not lost work that nobody hears of")
  func unwritable() throws {
    try folder.fill(1)
    var library = folder.library()
    library.index = URL(filePath: "/proc/photo-index/index.jsonl")
    #expect(throws: (any Error).self) { try library.indexAll(shouldStop: { false }, report: { _ in }) }
  }
}
