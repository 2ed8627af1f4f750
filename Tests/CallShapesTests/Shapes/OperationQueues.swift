import BackgroundTasks
import Foundation

// Shape: operations on a queue; the expiration cancels them, the last one's completion block completes the
// task.

final class ImportOperation: Operation, @unchecked Sendable {
  private let number: Int
  private let journal: ImportJournal

  init(number: Int, journal: ImportJournal) {
    self.number = number
    self.journal = journal
    super.init()
  }

  override func main() {
    journal.wait(for: number)
    guard !isCancelled else { return }
    journal.add(number)
  }
}

final class ImportJournal: @unchecked Sendable {
  private let condition = NSCondition()
  private var done: [Int] = []
  private var stopsAt: Int?

  init(stopsAt: Int? = nil) { self.stopsAt = stopsAt }

  var imported: [Int] { condition.withLock { done } }

  func add(_ number: Int) { condition.withLock { done.append(number) } }

  /// One number waits until somebody lets it go on.
  func wait(for number: Int) {
    condition.withLock {
      while stopsAt == number { condition.wait() }
    }
  }

  func goOn() {
    condition.withLock {
      stopsAt = nil
      condition.broadcast()
    }
  }
}

class DatabaseImporter {
  static let identifier = "org.example.import"

  let journal: ImportJournal

  init(journal: ImportJournal) { self.journal = journal }

  func register(with scheduler: BGTaskScheduler) {
    scheduler.register(forTaskWithIdentifier: Self.identifier, using: nil) { task in
      // swift-format-ignore: NeverForceUnwrap
      self.handle(task: task as! BGProcessingTask)
    }
  }

  func handle(task: BGProcessingTask) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let journal = self.journal
    let operations = (1...3).map { ImportOperation(number: $0, journal: journal) }
    guard let lastOperation = operations.last else { return }

    task.expirationHandler = {
      queue.cancelAllOperations()
      journal.goOn()
    }
    lastOperation.completionBlock = {
      task.setTaskCompleted(success: !lastOperation.isCancelled)
    }
    queue.addOperations(operations, waitUntilFinished: false)
  }
}
