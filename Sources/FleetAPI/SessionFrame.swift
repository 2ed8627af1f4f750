/// A message of `bgtask-fleet follow`: a word, and behind a space what belongs to it. Messages in both
/// directions end in a NUL byte; those to the program are the arguments of calls, one after the other.
package enum SessionFrame: Hashable, Sendable {
  /// The answer to the call, as JSON.
  case answer([UInt8])
  /// The reason why the call has no answer. It may be made again.
  case away(String)
  /// The sign that something has happened, or that the connection was lost.
  case hint

  /// Reads a message without its NUL; `nil` for what is none.
  package init?(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
    switch (String(decoding: parts[0], as: UTF8.self), parts.dropFirst().first) {
    case ("answer", let json?): self = .answer(Array(json))
    case ("away", let cause?): self = .away(String(decoding: cause, as: UTF8.self))
    case ("hint", nil): self = .hint
    default: return nil
    }
  }

  /// The message with its NUL.
  package var bytes: [UInt8] {
    switch self {
    case .answer(let json): Array("answer ".utf8) + json + [0]
    case .away(let cause): Array("away \(cause)".utf8) + [0]
    case .hint: Array("hint".utf8) + [0]
    }
  }
}
