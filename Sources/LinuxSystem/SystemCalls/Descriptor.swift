import Glibc

/// A file descriptor with one owner, closed when the owner releases it.
package struct Descriptor: ~Copyable, Sendable {
  /// The number, valid for as long as this value lives.
  package let number: CInt

  /// Takes over an open descriptor.
  package init(owning number: CInt) { self.number = number }

  deinit { close(number) }

  /// Gives the descriptor away; the caller closes it.
  package consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }
}
