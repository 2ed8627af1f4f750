import Dispatch
import LinuxSystem

/// The output of processes that have outlived their run. It is read and dropped, because a write to a pipe
/// without a reader ends the writer. The object lives until the last of the processes has closed the pipe.
final class Remainder {
  private static let pieceBytes = 4096

  private let output: SharedDescriptor
  private var source: DescriptorSource?

  private init(_ output: SharedDescriptor) { self.output = output }

  /// Reads a pipe to its end.
  static func read(_ output: SharedDescriptor, queue: DispatchQueue) {
    let remainder = Remainder(output)
    // The source retains this object until it is cancelled. Without a source the pipe is closed.
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
