import BackgroundTasks
import Foundation

// Shape: continued processing with progress and titles, registered when it is first wanted, with a fall-back
// in the foreground.

@MainActor
final class ExportSession {
  enum Mode: Equatable { case background, foreground(String) }

  static let prefix = "org.example.export"

  private let scheduler: BGTaskScheduler
  private var registered: Set<String> = []
  private var task: BGContinuedProcessingTask?
  private(set) var mode: Mode?
  private(set) var isFinished = false
  private(set) var wasStopped = false

  init(scheduler: BGTaskScheduler) { self.scheduler = scheduler }

  static func identifier(for job: String) -> String { "\(prefix).\(job)" }

  func start(job: String) async {
    let identifier = Self.identifier(for: job)
    if !registered.contains(identifier) {
      let accepted = scheduler.register(forTaskWithIdentifier: identifier, using: .main) { [weak self] task in
        MainActor.assumeIsolated {
          guard let self, let continued = task as? BGContinuedProcessingTask else {
            task.setTaskCompleted(success: false)
            return
          }
          self.adopt(continued)
        }
      }
      guard accepted else {
        mode = .foreground("not permitted")
        return
      }
      registered.insert(identifier)
    }
    let request = BGContinuedProcessingTaskRequest(
      identifier: identifier, title: "Exporting", subtitle: "Waiting to start")
    request.strategy = .fail
    if BGTaskScheduler.supportedResources.contains(.gpu) {
      request.requiredResources = .gpu
    }
    do {
      try await scheduler.submitTaskRequest(request)
      mode = .background
    } catch let error as BGTaskScheduler.Error where error.code == .immediateRunIneligible {
      mode = .foreground("busy")
    } catch {
      mode = .foreground(error.localizedDescription)
    }
  }

  private func adopt(_ task: BGContinuedProcessingTask) {
    self.task = task
    task.progress.totalUnitCount = 100
    task.expirationHandler = { [weak self] in
      Task { @MainActor in self?.stop() }
    }
  }

  func report(_ fraction: Double) {
    guard let task else { return }
    task.progress.completedUnitCount = Int64(fraction * Double(task.progress.totalUnitCount))
    task.updateTitle(task.title, subtitle: "\(Int(fraction * 100)) percent")
  }

  var subtitle: String? { task?.subtitle }
  var fraction: Double? { task?.progress.fractionCompleted }

  func finish() {
    isFinished = true
    task?.expirationHandler = nil
    task?.setTaskCompleted(success: true)
    task = nil
  }

  private func stop() {
    wasStopped = true
    task?.setTaskCompleted(success: false)
    task = nil
  }
}

/// Progress as libraries report it: with children, and through the protocol.
struct ConversionSteps {
  static func run(reporting reporter: some ProgressReporting) {
    reporter.progress.totalUnitCount = 10
    let child = Progress(totalUnitCount: 4, parent: reporter.progress, pendingUnitCount: 8)
    child.completedUnitCount = 4
    reporter.progress.completedUnitCount += 2
  }
}
