import BackgroundTasksTesting
import Foundation
import TestSupport
import Testing

@testable import BackgroundApplication
@testable import FeedReader

/// What the program does in an hour or a night, in no time: its feeds are real, its pictures simulated.
@Suite("The feed reader in virtual time")
struct VirtualTimeTests {
  private let folder: TemporaryFolder
  private let server: WebServer
  private let simulated = SimulatedScheduler(
    permitting: [FeedReader.refresh, FeedReader.clean, FeedReader.pictures])
  private let reader: FeedReader

  init() throws {
    folder = try TemporaryFolder()
    server = try WebServer(in: folder)
    var reader = FeedReader()
    reader.library = StateStore("library", initially: Library(), in: folder.url.appending(path: "kept"))
    reader.feeds = ["news.xml", "blog.xml"].map { [server] in server.address.appending(path: $0) }
    self.reader = reader
  }

  private var titles: [String] { reader.library.value.entries.values.map(\.title).sorted() }

  @Test("It reads every quarter of an hour, asks only for what is new, and keeps what it has read")
  func hour() async throws {
    try folder.write("files/news.xml", Samples.rss(["one"]))
    try folder.write("files/blog.xml", Samples.atom)
    try reader.start(on: simulated.scheduler)
    try await simulated.advance(by: 1)
    #expect(titles == ["First & last", "one"])
    try folder.write("files/news.xml", Samples.rss(["two", "one"]))
    try await simulated.advance(by: 3600)
    #expect(titles == ["First & last", "one", "two"])
    let runs = simulated.history(of: FeedReader.refresh)
    #expect(runs.count == 5 && runs.allSatisfy { $0.success == true })
    #expect(server.requests.filter { $0.hasPrefix("GET /blog.xml 304 ") }.count == 4)
    let restored = StateStore("library", initially: Library(), in: folder.url.appending(path: "kept"))
    #expect(restored.value.entries.keys == reader.library.value.entries.keys)
    #expect(restored.value.marks == reader.library.value.marks)
  }

  @Test(
    "Pictures are fetched, and what has come stands in the library; one that fails leaves its entry alone")
  func pictures() async throws {
    try folder.write(
      "files/news.xml", Samples.rss(["one", "two"], pictures: URL(string: "https://pictures.example.org")))
    try folder.write("files/blog.xml", Samples.atom)
    simulated.server = { address, direction in
      guard direction == .download, address.lastPathComponent == "one" else {
        return .failure(status: 404, message: "not found")
      }
      return .content(Data("a picture".utf8))
    }
    try reader.start(on: simulated.scheduler)
    try await simulated.advance(by: 600)
    let entries = reader.library.value.entries
    let file = try #require(entries["https://example.org/one"]?.picture)
    #expect(try String(contentsOf: file, encoding: .utf8) == "a picture")
    #expect(entries["https://example.org/two"]?.picture?.scheme == "https")
    #expect(simulated.history(of: FeedReader.pictures).map(\.success) == [true])
  }

  @Test("What is old is forgotten on external power when nobody is there, and not before")
  func night() async throws {
    for feed in ["news.xml", "blog.xml"] { try folder.write("files/\(feed)", Samples.rss([])) }
    reader.library.update { library in
      for (title, days) in [("old", 31.0), ("new", 29)] {
        library.entries[title] = Entry(title: title, link: title, seen: Date() - days * 86_400)
      }
    }
    simulated.setConditions(atOnce: true) { $0.power = .battery }
    try reader.start(on: simulated.scheduler)
    try await simulated.advance(by: 3600)
    #expect(titles == ["new", "old"])
    #expect(simulated.explain(FeedReader.clean)?.reasons.map(\.code) == ["when"])
    simulated.setConditions(atOnce: true) { $0.power = .external }
    try await simulated.advance(by: 3600)
    #expect(titles == ["new"])
    #expect(simulated.history(of: FeedReader.clean).map(\.success) == [true])
  }

  @Test("Without a network it waits; a feed that is gone fails the run, which is tried again")
  func trouble() async throws {
    try folder.write("files/blog.xml", Samples.atom)
    simulated.setConditions(atOnce: true) { $0.network = .none }
    try reader.start(on: simulated.scheduler)
    try await simulated.advance(by: 3600)
    #expect(server.requests.isEmpty)
    simulated.setConditions(atOnce: true) { $0.network = .metered }
    try await simulated.advance(by: 1)
    #expect(titles == ["First & last"])
    #expect(simulated.history(of: FeedReader.refresh).map(\.success) == [false])
    try folder.write("files/news.xml", Samples.rss(["one"]))
    try await simulated.advance(by: 900)
    #expect(titles == ["First & last", "one"])
    #expect(simulated.history(of: FeedReader.refresh).map(\.success).prefix(2) == [false, true])
  }
}
