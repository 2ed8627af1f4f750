import BackgroundApplication
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("A value that outlives the program")
struct StateStoreTests {
  private struct Library: Codable, Hashable, Sendable {
    var titles: [String] = []
  }

  private let folder: TemporaryFolder
  private var directory: URL { URL(filePath: folder.path("state")) }

  init() throws { folder = try TemporaryFolder() }

  private func store(
    version: Int = 1, maximumAge: Duration? = nil, now: Date = Date(),
    migrate: (Int, Data) throws -> Library = { version, _ in throw StateProblem.unknownVersion(version) }
  ) -> StateStore<Library> {
    StateStore(
      "library", initially: Library(), version: version, maximumAge: maximumAge, in: directory, now: now,
      migrate: migrate)
  }

  @Test("What was saved is there the next time, for its owner only; what was only changed is not")
  func saves() throws {
    let first = store()
    #expect(first.origin == .initial)
    first.update { $0.titles.append("one") }
    try first.save()
    first.update { $0.titles.append("two") }
    let second = store()
    #expect(second.value.titles == ["one"])
    guard case .restored(let date) = second.origin else { throw Trouble.usual }
    #expect(abs(date.timeIntervalSinceNow) < 60)
    let path = second.file.path(percentEncoded: false)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path()) == ["library.json"])
  }

  @Test("What has not changed is not written again")
  func unchanged() throws {
    let store = store()
    try store.save()
    #expect(!FileManager.default.fileExists(atPath: store.file.path()))
    store.update { $0.titles = ["a"] }
    try store.save()
    try FileManager.default.removeItem(at: store.file)
    try store.save()
    #expect(!FileManager.default.fileExists(atPath: store.file.path()))
  }

  @Test(
    "What cannot be read is set aside and told, and the store begins anew",
    arguments: ["", "{", "null", "{\"version\":1,\"saved\":\"2026-01-01T00:00:00Z\",\"value\":7}"])
  func corrupt(text: String) throws {
    try folder.write("state/library.json", text)
    let store = store(now: Date(timeIntervalSince1970: 1_767_571_200))
    guard case .setAside(let reason, let aside) = store.origin else { throw Trouble.usual }
    #expect(reason.hasPrefix("it cannot be read") && store.value == Library())
    #expect(aside.lastPathComponent == "library.json.1767571200.unused")
    #expect(try String(contentsOf: aside, encoding: .utf8) == text)
    store.update { $0.titles = ["new"] }
    try store.save()
    #expect(self.store().value.titles == ["new"])
  }

  @Test("What is too old is set aside; what a clock that was wrong has dated in the future is not")
  func age() throws {
    let first = store()
    first.update { $0.titles = ["a"] }
    try first.save()
    #expect(store(maximumAge: .seconds(60), now: Date(timeIntervalSinceNow: -3600)).value.titles == ["a"])
    let late = store(maximumAge: .seconds(60), now: Date(timeIntervalSinceNow: 3600))
    guard case .setAside(let reason, _) = late.origin else { throw Trouble.usual }
    #expect(reason.contains("which is too long") && late.value.titles.isEmpty)
  }

  @Test("Another version is migrated from its JSON, or set aside where nobody can")
  func versions() throws {
    let old = StateStore("library", initially: ["x", "y"], in: directory)
    old.update { $0.append("z") }
    try old.save()
    let migrated = store(version: 2) { version, json in
      #expect(version == 1)
      return Library(titles: try JSONDecoder().decode([String].self, from: json))
    }
    #expect(migrated.value.titles == ["x", "y", "z"])
    migrated.update { $0.titles.append("w") }
    try migrated.save()
    guard case .setAside(let reason, _) = store(version: 1).origin else { throw Trouble.usual }
    #expect(reason == "it is of version 2, which this program does not know")
  }

  @Test("What is migrated has dates as any decoder reads them, and nothing of them is lost")
  func dates() throws {
    struct Old: Codable, Sendable, Equatable { var seen = Date(timeIntervalSinceReferenceDate: 1000.75) }
    let old = StateStore("dates", initially: Old(), in: directory)
    old.update { _ in }
    try old.save()
    #expect(StateStore("dates", initially: Old(seen: .distantPast), in: directory).value == Old())
    let migrated = StateStore("dates", initially: Date.distantPast, version: 2, in: directory) { _, json in
      try JSONDecoder().decode(Old.self, from: json).seen
    }
    #expect(migrated.value == Old().seen)
  }

  @Test("Several that save under one name at once: there is always the whole of one of them")
  func together() throws {
    let names = ["aaaaaaaa", "bbbbbbbbbbbbbbbb"]
    let place = directory
    let stores = names.map { StateStore("shared", initially: $0, in: place) }
    for store in stores { store.update { _ in } }
    try stores[0].save()
    let isOver = Atomic(false)
    let torn = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 3) { part in
      if part < 2 {
        for _ in 0..<30 {
          stores[part].update { _ in }
          do { try stores[part].save() } catch { torn.add(1, ordering: .relaxed) }
        }
        isOver.store(true, ordering: .releasing)
      } else {
        repeat {
          let found = StateStore("shared", initially: "", in: place)
          guard case .restored = found.origin, names.contains(found.value) else {
            torn.add(1, ordering: .relaxed)
            continue
          }
        } while !isOver.load(ordering: .acquiring)
      }
    }
    #expect(torn.load(ordering: .relaxed) == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path()) == ["shared.json"])
  }

  @Test("What cannot be read now may be good: it stays as it is, and nothing is saved in its place")
  func unreadable() throws {
    let path = folder.path("state/library.json")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let store = store()
    guard case .unreadable = store.origin else { throw Trouble.usual }
    store.update { $0.titles = ["new"] }
    #expect(throws: StateProblem.self) { try store.save() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path()) == ["library.json"])
  }

  @Test("What is set aside in one second replaces nothing that was set aside before")
  func setAsideTwice() throws {
    for text in ["one", "two", "three"] {
      try folder.write("state/library.json", text)
      _ = store(now: Date(timeIntervalSince1970: 1_767_571_200))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path()).sorted()
    #expect(
      names == [
        "library.json.1767571200-1.unused", "library.json.1767571200-2.unused",
        "library.json.1767571200.unused",
      ])
  }

  @Test("A full disk is an error, and what was there before stays")
  func fullDisk() throws {
    let store = StateStore("full", initially: "a", in: directory)
    store.update { $0 = "b" }
    try store.save()
    // Nothing can be written where the next file would be.
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("state/full.json.new"), withDestinationPath: "/dev/full")
    store.update { $0 = "c" }
    #expect(throws: (any Error).self) { try store.save() }
    #expect(StateStore("full", initially: "", in: directory).value == "b")
    try FileManager.default.removeItem(atPath: folder.path("state/full.json.new"))
    try store.save()
    #expect(StateStore("full", initially: "", in: directory).value == "c")
  }
}
