import Glibc

/// A file descriptor with one owner, closed when the owner lets go of it.
public struct Descriptor: ~Copyable, Sendable {
  /// The number, valid for as long as this lives.
  public let number: CInt

  /// Takes over an open descriptor.
  public init(owning number: CInt) { self.number = number }

  deinit { close(number) }

  /// Gives the descriptor away; the caller closes it.
  public consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }
}
