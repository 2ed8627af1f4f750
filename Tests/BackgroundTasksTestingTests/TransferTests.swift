import BackgroundTasks
import BackgroundTasksTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Files that come and go while the program need not be there, in a simulation")
struct TransferTests {
  private static let pictures = "org.example.pictures"
  private let folder: TemporaryFolder
  private let simulated = SimulatedScheduler(permitting: [pictures])
  private let told = Collected<String>()

  init() throws {
    folder = try TemporaryFolder()
    simulated.server = Self.answers
  }

  private static let answers: SimulatedScheduler.Server = { url, _ in
    switch url.lastPathComponent {
    case "gone": .failure(status: 404, message: "the server has no such file")
    default: .content(Data("contents of \(url.lastPathComponent)".utf8))
    }
  }

  private func session(_ scheduler: BGTaskScheduler) -> BackgroundTransferSession {
    BackgroundTransferSession(identifier: Self.pictures, in: folder.url, on: scheduler) { [told] event in
      let line =
        switch event {
        case .progressed(let transfer, let bytes, _): "\(transfer.note ?? "") is at \(bytes)"
        case .finished(let transfer, let file):
          "\(transfer.note ?? ""): \((try? String(contentsOf: file, encoding: .utf8)) ?? "nothing")"
        case .failed(let transfer, let error):
          "\(transfer.note ?? "") failed: \(error.code) \(error.status ?? 0), \(error.message)"
        case .finishedEvents: "all"
        }
      told.add(line)
    }
  }

  private func request(_ name: String) throws -> BackgroundTransferRequest {
    var request = BackgroundTransferRequest(try #require(URL(string: "https://example.org/\(name)")))
    request.note = name
    return request
  }

  @Test("The program is launched when all have ended, hears of each, and then nothing is left of them")
  func all() async throws {
    let session = session(simulated.scheduler)
    #expect(session.register())
    for name in ["a", "gone", "b"] { try session.download(try request(name)) }
    try folder.write("report.txt", "mine")
    try session.upload(folder.url.appending(path: "report.txt"), try request("sent"))
    #expect(session.transfers.count == 4)
    try await simulated.advance(by: 10)
    let lines = told.all
    #expect(lines.last == "all")
    #expect(
      lines.dropLast().sorted() == [
        "a: contents of a", "b: contents of b", "gone failed: refused 404, the server has no such file",
        "sent: mine",
      ])
    #expect(session.transfers.isEmpty)
    #expect(simulated.history.filter { $0.identifier == Self.pictures }.map(\.success) == [true])
    try await simulated.advance(by: 3600)
    #expect(told.all.count == lines.count)
  }

  @Test("A program that has ended meanwhile is launched, and hears of what it had asked for in another life")
  func relaunch() async throws {
    let simulated = SimulatedScheduler(permitting: [Self.pictures]) { session($0).register() }
    simulated.server = Self.answers
    try session(simulated.scheduler).download(try request("a"))
    simulated.endApplication()
    try await simulated.advance(by: 60)
    #expect(told.all == ["a: contents of a", "all"])
  }

  @Test("A server that has a bad moment is tried again, and nobody hears of it before")
  func later() async throws {
    let session = session(simulated.scheduler)
    session.register()
    let asked = Mutex(0)
    simulated.server = { url, direction in
      let count = asked.withLock { count in
        count += 1
        return count
      }
      return count < 3 ? .later : Self.answers(url, direction)
    }
    try session.download(try request("a"))
    try await simulated.advance(by: 20)
    #expect(told.all == [])
    try await simulated.advance(by: 600)
    #expect(told.all == ["a: contents of a", "all"])
    #expect(asked.withLock { $0 } == 3)
  }

  @Test("Without a network it waits, and one that is cancelled is told as that")
  func cancelled() async throws {
    simulated.setConditions(atOnce: true) { $0.network = .none }
    let session = session(simulated.scheduler)
    session.register()
    let transfer = try session.download(try request("a"))
    try await simulated.advance(by: 60)
    #expect(told.all == [])
    session.cancel(transfer)
    try await simulated.advance(by: 60)
    #expect(told.all.first == "a failed: cancelled 0, it was cancelled")
    #expect(session.transfers.isEmpty)
  }

  @Test("An end that the handler throws for fails the run, and is told again by the next launch")
  func thrown() async throws {
    let session = BackgroundTransferSession(
      identifier: Self.pictures, in: folder.url, on: simulated.scheduler,
      throwing: { [told] event in
        guard case .finished(let transfer, let file) = event else { return told.add("all") }
        told.add("\(transfer.note ?? ""): \((try? String(contentsOf: file, encoding: .utf8)) ?? "nothing")")
        if told.all.count == 1 { throw CocoaError(.fileWriteOutOfSpace) }
      })
    simulated.scheduler.register(forTaskWithIdentifier: Self.pictures, using: nil) { task in
      Task {
        let result: Void? = try? await session.tellAll()
        task.setTaskCompleted(success: result != nil)
      }
    }
    try session.download(try request("a"))
    try await simulated.advance(by: 3600)
    #expect(told.all == ["a: contents of a", "a: contents of a", "all"])
    #expect(simulated.history.filter { $0.identifier == Self.pictures }.map(\.success) == [false, true])
    #expect(session.transfers.isEmpty)
  }

  @Test("When the run's time is up, the handler is cancelled")
  func expired() async throws {
    let session = BackgroundTransferSession(
      identifier: Self.pictures, in: folder.url, on: simulated.scheduler
    ) { [told] event in
      guard case .finished = event else { return }
      told.add("begun")
      let (never, end) = AsyncStream.makeStream(of: Void.self)
      for await _ in never {}
      end.finish()
      told.add("cancelled: \(Task.isCancelled)")
    }
    session.register()
    try session.download(try request("a"))
    try await simulated.advance(by: 10, waitingFor: .handler)
    while told.all.isEmpty { await Task.yield() }
    try await simulated.simulateExpiration(Self.pictures)
    #expect(told.all == ["begun", "cancelled: true"])
  }

  @Test("Who waits for one gets a file that only the program's user can read, on the session's file system")
  func waiting() async throws {
    let session = session(simulated.scheduler)
    session.register()
    let waiting = Task { try await session.download(waitingFor: try request("a")) }
    // The session knows of it before it is handed in, and virtual time passes only here.
    while simulated.pending.isEmpty { await Task.yield() }
    try await simulated.advance(by: 10)
    let file = try await waiting.value
    #expect(try String(contentsOf: file, encoding: .utf8) == "contents of a")
    #expect(file.path.hasPrefix(folder.url.path))
    let around = try FileManager.default.attributesOfItem(atPath: file.deletingLastPathComponent().path)
    #expect(around[.posixPermissions] as? Int == 0o700)
    #expect(session.transfers.isEmpty && told.all == ["all"])
  }

  @Test("What is refused leaves nothing behind")
  func refused() throws {
    let session = session(simulated.scheduler)
    var wrong = try request("a")
    wrong.checksum = "md5:1"
    let error = #expect(throws: BGTaskScheduler.Error.self) { try session.download(wrong) }
    #expect(error?.code == .notPermitted)
    #expect(session.transfers.isEmpty)
  }

  @Test("A delegate hears the same, in the shape that it knows")
  func delegate() async throws {
    let delegate = Listener()
    let session = BackgroundTransferSession(
      identifier: Self.pictures, in: folder.url, on: simulated.scheduler, delegate: delegate)
    session.register()
    try session.download(try request("a"))
    try session.download(try request("gone"))
    try await simulated.advance(by: 10)
    let lines = delegate.lines.all
    #expect(lines.last == "all")
    #expect(lines.dropLast().sorted() == ["a came: contents of a", "a ended", "gone ended with 404"])
  }
}

private final class Listener: BackgroundTransferDelegate {
  let lines = Collected<String>()

  func session(
    _ session: BackgroundTransferSession, transfer: BackgroundTransfer, didFinishDownloadingTo location: URL
  ) {
    let text = try? String(contentsOf: location, encoding: .utf8)
    lines.add("\(transfer.note ?? "") came: \(text ?? "nothing")")
  }

  func session(
    _ session: BackgroundTransferSession, transfer: BackgroundTransfer,
    didCompleteWithError error: BackgroundTransferError?
  ) {
    let how = error.map { " with \($0.status ?? 0)" } ?? ""
    lines.add("\(transfer.note ?? "") ended\(how)")
  }

  func sessionDidFinishEvents(_ session: BackgroundTransferSession) { lines.add("all") }
}
