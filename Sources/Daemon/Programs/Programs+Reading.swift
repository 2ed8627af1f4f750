import Dispatch
import LinuxSystem
import SchedulerCore
import TaskExecution

/// Reads the files whose contents a program gets. A helper reads them as the task's user, so no user gets
/// what that user may not read, and the daemon never waits for a disk that does not answer.
extension Programs {
  /// Files that are being read for a run.
  struct OpenReading {
    let run: RunID
    let paths: [String]
    let output: SharedDescriptor
    var source: DescriptorSource?
    var bundle: FileBundle
    /// The time limit, after which the helper is killed.
    let limit: Countdown
    /// The cause for which the helper was killed; the files that it has read do not count then.
    var problem: ReadingProblem?
    let then: (Result<[FileBundle.Item], ReadingProblem>) -> Void
  }

  /// The cause for which a run gets none of its files.
  struct ReadingProblem: Error {
    var message: String
    var isPassing = false
  }

  /// Reads files as a user.
  /// - Parameter then: Called once, never from within this method, unless the daemon ends before.
  func read(
    _ paths: [String], as uid: UInt32, for run: RunID,
    then: @escaping (Result<[FileBundle.Item], ReadingProblem>) -> Void
  ) {
    guard let helper else {
      let problem = ReadingProblem(
        message: "bgtaskd needs bgtask-helper to read files, and it is not installed")
      return queue.runLater { then(.failure(problem)) }
    }
    let reader = Self.reader(of: run)
    var variables: [String: String] = [:]
    for (place, path) in paths.enumerated() { variables["\(FileBundle.variable)\(place)"] = path }
    do throws(SystemError) {
      let pipe = try OutputPipe()
      var reading = OpenReading(
        run: run, paths: paths, output: pipe.reading, bundle: FileBundle(count: paths.count),
        limit: Countdown(uSec: Self.readingLimit.uSec, queue: queue) { [weak self] in self?.isLate(reader) },
        then: then)
      reading.source = try DescriptorSource(pipe.reading, for: .reading, queue: queue) { [weak self] in
        self?.readPiece(reader)
      }
      readings[reader] = reading
      startHelper(
        reader, called: Self.readerIdentifier, uid: uid, [helper, "read-files"], variables: variables,
        in: "/", within: Self.readingLimit, answer: pipe.writing)
    } catch {
      queue.runLater {
        then(.failure(ReadingProblem(message: "its files cannot be read: \(error)", isPassing: true)))
      }
    }
  }

  /// Ends the reading for a run that is not to begin any more.
  /// - Returns: `false` when no files are being read for it.
  func stopReading(for run: RunID) -> Bool {
    let reader = Self.reader(of: run)
    guard readings[reader] != nil else { return false }
    end(reader, ReadingProblem(message: "it was told to stop before its files were read", isPassing: true))
    return true
  }

  /// Returns the event, unless it is about a helper that reads files.
  func reading(_ event: Event) -> Event? {
    switch event {
    case .runStarted(let id) where readings[id] != nil: return nil
    case .runEnded(let id, let exit):
      guard readings[id] != nil else { return event }
      executor.release(id)
      while readPiece(id) {}
      finish(id, orElse: "bgtask-helper ended before it had read the files (\(exit))")
      return nil
    case .launchFailed(let id, let message, let isPassing):
      guard let open = readings.removeValue(forKey: id) else { return event }
      open.then(.failure(open.problem ?? ReadingProblem(message: message, isPassing: isPassing)))
      return nil
    default: return event
    }
  }

  private func finish(_ reader: RunID, orElse problem: String) {
    guard let open = readings.removeValue(forKey: reader) else { return }
    if let problem = open.problem {
      open.then(.failure(problem))
    } else if open.bundle.isComplete {
      open.then(.success(open.bundle.items))
    } else {
      open.then(.failure(ReadingProblem(message: "\(Self.next(of: open)): \(problem)")))
    }
  }

  /// Reads a piece of the helper's output. Returns whether to read on.
  @discardableResult
  private func readPiece(_ reader: RunID) -> Bool {
    guard let output = readings[reader]?.output else { return false }
    switch try? output.read(atMost: Self.pieceBytes) {
    case .bytes(let bytes):
      if readings[reader]?.bundle.take(bytes) == false {
        end(
          reader,
          ReadingProblem(
            message: "its files cannot be read: the answer of bgtask-helper cannot be understood"))
      }
      return readings[reader]?.problem == nil
    case .nothingNow: return false
    case .end, nil:
      readings[reader]?.source = nil
      return false
    }
  }

  private func isLate(_ reader: RunID) {
    guard let open = readings[reader] else { return }
    end(
      reader,
      ReadingProblem(message: "\(Self.next(of: open)): it was not read within \(Self.readingLimit.shortText)")
    )
  }

  /// Kills a helper whose files are not needed any more. Its end tells the launch that waits for it.
  private func end(_ reader: RunID, _ problem: ReadingProblem) {
    guard readings[reader]?.problem == nil else { return }
    readings[reader]?.problem = problem
    readings[reader]?.source = nil
    executor.kill(reader)
  }

  /// Returns the words for the first file that was not read.
  private static func next(of open: OpenReading) -> String {
    let place = open.bundle.items.count
    return "file \(place < open.paths.count ? open.paths[place] : "")"
  }

  /// Returns the name of a run's helper: the run's name backwards, as unlikely to be another program's.
  private static func reader(of run: RunID) -> RunID { RunID(String(run.text.reversed())) }

  /// The usual capacity of a pipe (pipe(7)).
  private static let pieceBytes = 64 * 1024
  private static let readingLimit = TimeSpan.seconds(30)
  /// The journal's name for helpers that read files.
  private static let readerIdentifier = "bgtaskd.files"
}
