import Dispatch
import LinuxSystem

/// A watch for new entries of a folder that other programs use as well: it calls its handler at once, and not
/// more than once a second while entries keep coming. Confined to its queue.
final class NewEntries {
  private static let restUSec: Int64 = 1_000_000

  private let folder: String
  private let queue: DispatchQueue
  private let handler: () -> Void
  private var watch: FileWatch?
  private var rest: Countdown?

  /// Starts to watch. A folder that is missing is not waited for: ``isWatching`` says so.
  init(in folder: String, queue: DispatchQueue, handler: @escaping () -> Void) {
    (self.folder, self.queue, self.handler) = (folder, queue, handler)
    begin()
  }

  /// Whether the handler will be called.
  var isWatching: Bool { watch != nil || rest != nil }

  private func begin() {
    watch = try? FileWatch(folder, for: .newEntries, queue: queue) { [weak self] in self?.happened() }
  }

  private func happened() {
    watch = nil
    rest = Countdown(uSec: Self.restUSec, queue: queue) { [weak self] in
      guard let self else { return }
      rest = nil
      // The watch is set before the handler looks, so that no entry is missed.
      begin()
      handler()
    }
    handler()
  }
}
