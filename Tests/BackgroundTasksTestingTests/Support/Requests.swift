import BackgroundTasks

extension BGTaskRequest {
  /// Something to do as soon as nothing stands in its way.
  static func index(_ change: (BGProcessingTaskRequest) -> Void = { _ in }) -> BGProcessingTaskRequest {
    let request = BGProcessingTaskRequest(identifier: Identifier.index)
    change(request)
    return request
  }
}

extension BGTaskScheduler {
  /// A handler that completes at once.
  @discardableResult
  func registerCompleting(_ identifier: String, success: Bool = true, count: Counter = Counter()) -> Bool {
    register(forTaskWithIdentifier: identifier, using: nil) { task in
      count.add()
      task.setTaskCompleted(success: success)
    }
  }

  /// A handler that goes on until the test completes its task.
  @discardableResult
  func registerHolding(_ identifier: String, _ tasks: HeldTasks = HeldTasks()) -> HeldTasks {
    register(forTaskWithIdentifier: identifier, using: nil) { tasks.add($0) }
    return tasks
  }
}

/// The identifiers of the simulated applications.
enum Identifier {
  static let refresh = "org.example.refresh"
  static let index = "org.example.index"
}
