import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@testable import FeedReader

@Suite("The built feed-readers, started by the built daemon")
struct EndToEndTests {
  /// In the way of BackgroundApplication, and with Apple's API.
  private static let programs = ["feed-reader", "classic-feed-reader"]
  private let folder: TemporaryFolder
  private let server: WebServer
  private let daemon: DaemonProcess

  init() throws {
    folder = try TemporaryFolder()
    server = try WebServer(in: folder)
    // Before the daemon reads it: the other program's differs in its path only.
    try folder.write("applications.d/feeds.conf", Self.manifest("feed-reader", server, folder))
    daemon = try DaemonProcess.calm(
      """
      RefreshSpacingSec=0
      ProcessingSpacingSec=0
      RuntimeBudgetPerHourSec=0
      LaunchRetrySec=50ms

      """, folder: folder)
  }

  private static func manifest(
    _ program: String, _ server: WebServer, _ folder: TemporaryFolder
  ) throws -> String {
    let printed = try FinishedProgram.run(BuiltProduct.url("feed-reader"), ["--print-manifest"])
    let environment = [
      "FEEDS=\(feeds(server))", "STATE_DIRECTORY=\(folder.path("kept"))",
    ].map { "\"\($0)\"" }.joined(separator: " ")
    let lines = printed.output.split(separator: "\n").filter { !$0.hasPrefix("Exec=") }
    return lines.joined(separator: "\n")
      + "\nExec=/usr/bin/env \(environment) \(BuiltProduct.url(program).path(percentEncoded: false))\n"
  }

  private static func feeds(_ server: WebServer) -> String {
    ["news.xml", "blog.xml"].map { server.address.appending(path: $0).absoluteString }.joined(separator: " ")
  }

  @Test("An application has its arguments, also where a library has changed the environment before it begins")
  func arguments() throws {
    let folder = try TemporaryFolder()
    let changed = try ChangedEnvironment.variables(in: folder)
    let program = BuiltProduct.url("feed-reader")
    let usual = try FinishedProgram.run(program, ["--print-manifest"])
    let other = try FinishedProgram.run(program, ["--print-manifest"], environment: changed)
    #expect(other.output == usual.output)
  }

  /// Starts the program as a person does, for its tasks to be submitted; it stays until it is told to end.
  private func begin(_ program: String = "feed-reader", feeds: String? = nil) throws -> Process {
    let process = Process()
    process.executableURL = BuiltProduct.url(program)
    var environment = ProcessInfo.processInfo.environment
    environment["BGTASKD_SOCKET"] = daemon.socket
    environment["STATE_DIRECTORY"] = folder.path("kept")
    environment["FEEDS"] = feeds ?? Self.feeds(server)
    process.environment = environment
    try process.begin()
    return process
  }

  private func shown() throws -> [String] {
    let show = try FinishedProgram.run(
      BuiltProduct.url("feed-reader"), ["show"], environment: ["STATE_DIRECTORY": folder.path("kept")])
    return show.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }.sorted()
  }

  @Test("It reads and cleans up, asks only for what is new, ends at SIGTERM, and is started on demand")
  func everyDay() throws {
    try folder.write("files/news.xml", Samples.rss(["one"]))
    try folder.write("files/blog.xml", Samples.atom)
    let program = try begin()
    #expect(try daemon.waitForEnd(of: FeedReader.refresh)?.success == true)
    #expect(try daemon.waitForEnd(of: FeedReader.clean)?.success == true)
    #expect(try shown() == ["First & last", "one"])
    program.terminate()
    program.waitUntilExit()
    #expect(program.terminationReason == .exit && program.terminationStatus == 0)

    // Now nobody is there, and bgtaskd starts it by the manifest that it has printed itself.
    try folder.write("files/news.xml", Samples.rss(["two", "one"]))
    _ = try daemon.client().simulateLaunch(FeedReader.refresh)
    #expect(try daemon.waitForEnd(of: FeedReader.refresh, attempts: 2)?.success == true)
    #expect(try shown() == ["First & last", "one", "two"])
    let last = server.requests.suffix(2)
    #expect(last.contains { $0.hasPrefix("GET /blog.xml 304 \"") })
    #expect(last.contains { $0.hasPrefix("GET /news.xml 200 \"") })

    // How it came to that is told step by step, of the run that it was started for and of no other.
    let runs = try daemon.client().runs(identifier: FeedReader.refresh)
    let launch = try #require(runs.first?.launch)
    let steps = [
      launch.startedAfterUSec, launch.connectedAfterUSec, launch.registeredAfterUSec,
      launch.deliveredAfterUSec, launch.handledAfterUSec,
    ].compactMap(\.self)
    #expect(steps.count == 5 && steps == steps.sorted() && launch.usualUSec == nil)
    #expect(try #require(steps.first) > 0 && #require(steps.last) < #require(runs.first?.durationUSec))
    #expect(runs.count == 2 && runs.last?.launch == nil)
    let shown = try FinishedProgram.run(
      BuiltProduct.url("bgtaskctl"), ["history", "--launch", FeedReader.refresh],
      environment: ["BGTASKD_SOCKET": daemon.socket])
    let lines = shown.output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(
      lines.map { $0.first ?? "" } == [
        Substring(FeedReader.refresh), "started", "connected", "registered", "delivered", "handler",
      ])
  }

  @Test("Pictures come while the program is not there, which is launched for them", arguments: Self.programs)
  func pictures(name: String) throws {
    try folder.write("applications.d/feeds.conf", Self.manifest(name, server, folder))
    daemon.send(signal: SIGHUP)
    #expect(daemon.waitForLog("Configuration reloaded."))
    for picture in ["one", "two"] { try folder.write("files/pictures/\(picture)", "picture of \(picture)") }
    try folder.write(
      "files/news.xml",
      Samples.rss(["one", "two"], pictures: server.address.appending(path: "pictures")))
    try folder.write("files/blog.xml", Samples.atom)
    // Until the program has ended.
    let client = try daemon.client()
    _ = try client.pause(kind: .transfer)
    let program = try begin(name)
    #expect(try daemon.waitForEnd(of: FeedReader.refresh)?.success == true)
    program.terminate()
    program.waitUntilExit()
    #expect(program.terminationReason == .exit && program.terminationStatus == 0)
    #expect(try client.explain(FeedReader.pictures).reasons.map(\.code) == ["transfers"])
    _ = try client.resume(kind: .transfer)
    #expect(try daemon.waitForEnd(of: FeedReader.pictures)?.success == true)
    let show = try FinishedProgram.run(
      BuiltProduct.url("feed-reader"), ["show"], environment: ["STATE_DIRECTORY": folder.path("kept")])
    let shown = show.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    for picture in ["one", "two"] {
      let line = try #require(shown.first { $0[0] == picture })
      #expect(try String(contentsOfFile: line[2], encoding: .utf8) == "picture of \(picture)")
    }
  }

  @Test(
    "Told to end in the middle, it has the machine wait, and what it had read is there the next time",
    arguments: Self.programs)
  func told(name: String) throws {
    try folder.write("applications.d/feeds.conf", Self.manifest(name, server, folder))
    daemon.send(signal: SIGHUP)
    #expect(daemon.waitForLog("Configuration reloaded."))
    try folder.write("files/news.xml", Samples.rss(["one"]))
    let isAsked = DispatchSemaphore(value: 0)
    let silent = try ScriptedWebServer { _, answer in
      isAsked.signal()
      answer.waitForEnd()
    }
    let program = try begin(
      name, feeds: server.address.appending(path: "news.xml").absoluteString + " \(silent.address)/blog.xml")
    #expect(isAsked.wait(timeout: .now() + 20) == .success)
    // The one asks for the second feed when it has read the first, the other for both at once.
    if name == "classic-feed-reader" {
      #expect(try daemon.wait { _ in try shown() == ["one"] ? true : nil } == true)
    }
    program.terminate()
    program.waitUntilExit()
    #expect(program.terminationReason == .exit && program.terminationStatus == 0)
    #expect(daemon.waitForLog("before the machine goes"))
    #expect(try shown() == ["one"])
    #expect(try daemon.client().listAssertions().isEmpty)
    // The run has not succeeded, and comes again; a person need not wait for that.
    try folder.write("files/blog.xml", Samples.atom)
    let again = try begin(name)
    _ = try daemon.client().simulateLaunch(FeedReader.refresh)
    #expect(try daemon.waitForEnd(of: FeedReader.refresh, attempts: 2)?.success == true)
    again.terminate()
    again.waitUntilExit()
    #expect(try shown() == ["First & last", "one"])
  }

  @Test(
    "What it is not called with is answered with its use, and with 64 unless that was asked for",
    arguments: Self.programs, ["--help", "bogus", "--print-manifest=x", "show all", ""])
  func usage(name: String, line: String) throws {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let end = try FinishedProgram.run(BuiltProduct.url(name), words)
    let isAsked = line == "--help"
    #expect(end.status == (isAsked ? 0 : 64) && end.output.isEmpty)
    #expect(end.errors.hasPrefix("Usage: \(name)"), "\(end.errors)")
  }

  @Test("Of a library that cannot be read it says so, beside what there is to show")
  func setAside() throws {
    let file = try folder.write("kept/library.json", "nonsense")
    let show = try FinishedProgram.run(
      BuiltProduct.url("feed-reader"), ["show"], environment: ["STATE_DIRECTORY": folder.path("kept")])
    #expect(show.status == 0 && show.output.isEmpty)
    #expect(show.errors.contains("\(file): it cannot be read: "), "\(show.errors)")
    #expect(show.errors.contains(".unused now, and a new state begins"), "\(show.errors)")
  }

  @Test("A feed that is gone fails the run, which is tried again, and the others are read all the same")
  func missingFeed() throws {
    try folder.write("files/blog.xml", Samples.atom)
    let program = try begin()
    let run = try #require(try daemon.waitForEnd(of: FeedReader.refresh))
    #expect(run.outcome == .completed && run.success == false)
    #expect(try shown() == ["First & last"])
    let task = try daemon.client().get(FeedReader.refresh).task
    #expect(task.attempt == 2 && task.state == .waiting)
    program.terminate()
    program.waitUntilExit()
  }
}
