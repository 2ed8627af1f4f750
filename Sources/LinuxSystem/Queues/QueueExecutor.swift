// Room LinuxSystem: Linux as Swift types: descriptors, sockets, timers, processes, signals, the bus, the
//   journal.
// Way in: the type named after the thing, such as `UnixListener`, `ProcessSpawner`, `Bus`.
// Must not know: tasks, conditions, the protocol.

package import Dispatch

/// Runs an actor's jobs on a serial Dispatch queue, so that handlers of sources on that queue can enter the
/// actor with `assumeIsolated`, without a hop.
///
///     actor Daemon {
///       let executor = QueueExecutor(label: "io.bgtaskd.daemon")
///       nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
///     }
package final class QueueExecutor: SerialExecutor {
  /// The actor's queue, for all objects that are confined to it.
  package let queue: DispatchQueue

  /// An executor with a serial queue of its own.
  package init(label: String) { queue = DispatchQueue(label: label) }

  /// Called by Swift's runtime.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Called by Swift's runtime: traps unless the caller is on the queue.
  package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
