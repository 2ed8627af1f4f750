import Glibc

/// Feeds inputs to a target one by one.
struct Replay {
  /// The longest time for an input, in seconds.
  private static let secondsPerInput: CUnsignedInt = 20

  private let target: any FuzzTarget.Type
  private let current: CInt

  /// - Parameter current: A file that always holds the input that is being tried.
  init(target: any FuzzTarget.Type, current: String?) {
    self.target = target
    self.current = current.map { open($0, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) } ?? -1
  }

  func run(_ input: [UInt8]) {
    if current >= 0 {
      ftruncate(current, 0)
      pwrite(current, input, input.count, 0)
    }
    // SIGALRM is not caught, so it ends the process.
    alarm(Self.secondsPerInput)
    input.withUnsafeBytes { target.run($0) }
    alarm(0)
  }
}
