import ConfigurationFiles

extension AccountBound {
  /// The bounded things, for people.
  private var words: String {
    switch self {
    case .connections: "connections"
    case .streams: "watchers"
    case .calls: "calls"
    case .callBytes: "KiB of calls"
    case .replyBytes: "KiB of unread replies"
    case .reads: "reads"
    }
  }

  /// The number of counted things that make one of what people are told.
  private var unit: Int {
    switch self {
    case .connections, .streams, .calls, .reads: 1
    case .callBytes, .replyBytes: 1024
    }
  }

  /// Returns what a user has of the things that all callers share, in words, without those that only a newer
  /// daemon counts.
  /// - Parameters:
  ///   - uses: The user's numbers, by names of the protocol.
  ///   - bounds: The numbers that each user may have.
  static func text(uses: [String: Int], bounds: [String: Int]) -> String {
    allCases.compactMap { bound in
      guard let count = uses[bound.rawValue] else { return nil }
      let most = bounds[bound.rawValue].map { " of \($0 / bound.unit)" } ?? ""
      return "\((count + bound.unit - 1) / bound.unit)\(most) \(bound.words)"
    }
    .joined(separator: ", ")
  }
}
