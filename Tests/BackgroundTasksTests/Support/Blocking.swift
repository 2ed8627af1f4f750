import Dispatch

/// Waits on a thread that may be blocked: the few threads of Swift's tasks are what some handlers need to
/// run.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "blocking").async { continuation.resume(returning: body()) }
  }
}
