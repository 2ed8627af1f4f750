import Varlink

/// A stream that is cut into messages, in pieces of any size: the messages do not depend on the pieces, and a
/// message that is too long is an error in its place.
enum FramesTarget: FuzzTarget {
  static let name = "frames"

  static func run(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 2 else { return }
    let limit = Int(bytes[0])
    let pieceBytes = Int(bytes[1]) + 1
    let stream = Array(bytes.dropFirst(2))
    var decoder = FrameDecoder(limit: limit)
    var found = Messages()
    var rest = stream[...]
    while !rest.isEmpty, !found.isTooLong {
      decoder.append(Array(rest.prefix(pieceBytes)))
      rest = rest.dropFirst(pieceBytes)
      found.take(from: &decoder)
    }
    let expected = Messages(of: stream, limit: limit)
    hold(found == expected, "the messages do not depend on the pieces: \(found), \(expected)")
    hold(
      found.isTooLong || decoder.isHalfSent == (stream.last.map { $0 != 0 } ?? false),
      "a message is half sent as long as its NUL is missing")
  }

  private struct Messages: Equatable {
    var messages: [[UInt8]] = []
    var isTooLong = false

    init() {}

    /// Cuts the whole stream by the rule, without a decoder.
    init(of stream: [UInt8], limit: Int) {
      let parts = stream.split(separator: 0, omittingEmptySubsequences: false)
      for (position, part) in parts.enumerated() {
        if part.count > limit {
          isTooLong = true
          return
        }
        if position < parts.count - 1 { messages.append(Array(part)) }
      }
    }

    mutating func take(from decoder: inout FrameDecoder) {
      do throws(FrameError) {
        while let message = try decoder.next() { messages.append(message) }
      } catch {
        isTooLong = true
      }
    }
  }
}
