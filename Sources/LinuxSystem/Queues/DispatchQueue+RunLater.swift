package import Dispatch

extension DispatchQueue {
  /// Calls `body` on the queue after what is on it already. For objects that are confined to this serial
  /// queue: the caller is on the queue as well, so nothing crosses over to another thread's code.
  package func runLater(_ body: @escaping () -> Void) {
    async(execute: DispatchWorkItem(block: body))
  }
}
