import ConfigurationFiles

extension AccountBound {
  /// What is counted, for people.
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

  /// So many of what is counted make one of what people are told.
  private var unit: Int {
    switch self {
    case .connections, .streams, .calls, .reads: 1
    case .callBytes, .replyBytes: 1024
    }
  }

  /// How much a user has now of what all callers share, in words. What a newer daemon counts besides is left
  /// out.
  /// - Parameters:
  ///   - uses: What the user has, by names of the protocol.
  ///   - bounds: What each user may have.
  static func text(uses: [String: Int], bounds: [String: Int]) -> String {
    allCases.compactMap { bound in
      guard let count = uses[bound.rawValue] else { return nil }
      let most = bounds[bound.rawValue].map { " of \($0 / bound.unit)" } ?? ""
      return "\((count + bound.unit - 1) / bound.unit)\(most) \(bound.words)"
    }
    .joined(separator: ", ")
  }
}
