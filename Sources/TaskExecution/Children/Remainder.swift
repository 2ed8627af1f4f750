import Dispatch
import LinuxSystem

/// What the processes that have outlived their run write. Nobody asks for it any more, but who writes to a
/// pipe that nobody reads is ended by that. It lives until the last of them has closed the pipe.
final class Remainder {
  private static let pieceBytes = 4096

  private let output: SharedDescriptor
  private var source: DescriptorSource?

  private init(_ output: SharedDescriptor) { self.output = output }

  /// Reads a pipe to its end.
  static func read(_ output: SharedDescriptor, queue: DispatchQueue) {
    let remainder = Remainder(output)
    // The source holds it until it is cancelled. Without a source the pipe is closed.
    remainder.source = try? DescriptorSource(output, for: .reading, queue: queue) { remainder.readPiece() }
  }

  private func readPiece() {
    switch try? output.read(atMost: Self.pieceBytes) {
    case .bytes, .nothingNow: break
    case .end, nil:
      source?.cancel()
      source = nil
    }
  }
}
