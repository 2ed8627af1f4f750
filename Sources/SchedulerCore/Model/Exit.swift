/// What became of a run's program, as the executor saw it.
package enum Exit: Hashable, Sendable {
  /// It ended by itself with this status, 0 to 255.
  case status(Int32)
  /// This signal ended it (`SIGKILL`).
  case signal(String)
  /// The kernel ended it with SIGKILL, because the machine, or what the program may have of it, was out of
  /// memory.
  case outOfMemory
  /// It is gone, and nobody can say how.
  case unknown
}
