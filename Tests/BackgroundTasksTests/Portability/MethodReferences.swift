import BackgroundTasks
import Foundation

// The scheduler's methods as values, with and without the types that they have, and a type that is made of
// closures, as applications for Apple's systems write them. Compiled as CallShapes.swift is.

struct SchedulerClient {
  var register: (String, DispatchQueue?, @escaping (BGTask) -> Void) -> Bool
  var submit: (BGTaskRequest) throws -> Void
  var submitTaskRequest: (BGTaskRequest) async throws -> Void
  var cancel: (String) -> Void
  var pendingRequests: (@escaping ([BGTaskRequest]) -> Void) -> Void

  static func live(_ scheduler: BGTaskScheduler) -> SchedulerClient {
    SchedulerClient(
      register: scheduler.register(forTaskWithIdentifier:using:launchHandler:),
      submit: scheduler.submit,
      submitTaskRequest: scheduler.submitTaskRequest,
      cancel: scheduler.cancel(taskRequestWithIdentifier:),
      pendingRequests: scheduler.getPendingTaskRequests)
  }
}

func registerByReference(_ scheduler: BGTaskScheduler, _ handler: @escaping (BGTask) -> Void) -> [Bool] {
  let named = scheduler.register(forTaskWithIdentifier:using:launchHandler:)
  let bare = scheduler.register
  return [
    named("org.example.reference.main", .main, handler), named("org.example.reference.nil", nil, handler),
    bare("org.example.reference.bare", .global(), handler),
  ]
}

func submitByReference(_ scheduler: BGTaskScheduler, _ request: BGTaskRequest) throws {
  let submit = scheduler.submit
  try submit(request)
}

func submitByReference(
  _ scheduler: BGTaskScheduler, _ request: BGTaskRequest, done: @escaping @Sendable ((any Error)?) -> Void
) {
  let inferred = scheduler.submitTaskRequest
  let typed: (BGTaskRequest, @escaping @Sendable ((any Error)?) -> Void) -> Void = scheduler.submitTaskRequest
  inferred(request) { error in
    done(error)
  }
  typed(request, done)
}

func pendingByReference(_ scheduler: BGTaskScheduler, done: @escaping @Sendable (Int) -> Void) {
  let inferred = scheduler.getPendingTaskRequests
  let named = scheduler.getPendingTaskRequests(completionHandler:)
  let typed: (@escaping ([BGTaskRequest]) -> Void) -> Void = scheduler.getPendingTaskRequests
  for reference in [inferred, named, typed] {
    reference { requests in
      done(requests.count)
    }
  }
}
