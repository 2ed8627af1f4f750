import BackgroundTasks
import Foundation

// Shape: the asynchronous methods called with requests that are nobody else's and some that are the caller's
// own, from the main actor, from an actor and from functions of no actor.

@MainActor
final class SettingsModel {
  private(set) var pending: [BGTaskRequest] = []
  private let nightly = BGProcessingTaskRequest(identifier: "org.example.settings.nightly")

  func enable(_ scheduler: BGTaskScheduler) async throws {
    nightly.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
    try await scheduler.submitTaskRequest(nightly)
    nightly.requiresExternalPower = true
    pending = await scheduler.pendingTaskRequests()
  }
}

actor Planner {
  private var requests: [BGTaskRequest] = []

  func plan(_ scheduler: BGTaskScheduler) async throws -> Int {
    let request = BGAppRefreshTaskRequest(identifier: "org.example.settings.plan")
    request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
    requests.append(request)
    try await scheduler.submitTaskRequest(request)
    requests = await scheduler.pendingTaskRequests()
    return requests.count
  }
}

func submitAll(_ identifiers: [String], to scheduler: BGTaskScheduler) async throws -> [BGTaskRequest] {
  for identifier in identifiers {
    let request = BGProcessingTaskRequest(identifier: identifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
    try await scheduler.submitTaskRequest(request)
    request.requiresNetworkConnectivity = true
    try await scheduler.submitTaskRequest(request)
  }
  return await scheduler.pendingTaskRequests()
}
