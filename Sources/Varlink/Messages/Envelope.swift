/// The object of a whole message: its members, and the range of its parameters.
struct Envelope {
  /// The members of a call or of a reply.
  enum Shape {
    case call
    case reply

    fileprivate var names: [StaticString] {
      switch self {
      case .call: Self.callNames
      case .reply: Self.replyNames
      }
    }

    private static let callNames: [StaticString] = ["method", "parameters", "more", "oneway", "upgrade"]
    private static let replyNames: [StaticString] = ["error", "parameters", "continues"]
  }

  /// The name of the method or of the error; `nil` when there is none.
  private(set) var name: String?
  /// The range of the parameters, an object; `nil` when they are absent or null.
  private(set) var parameters: Range<Int>?
  /// Whether a call has `more`, or a reply has `continues`.
  private(set) var hasMore = false
  private(set) var isOneway = false
  private(set) var wantsUpgrade = false

  /// Reads a message, behind which only white space may follow.
  /// - Parameter early: Reads parameters that come after the name at once, and returns whether it did. When
  ///   it returns false, they are skipped, wherever it has stopped.
  init(
    _ shape: Shape, _ reader: inout JSONReader,
    early: (inout JSONReader, String) -> Bool = { _, _ in false }
  ) throws(InvalidValue) {
    guard reader.peek() != nil else { throw reader.invalid("the message is empty; expected an object") }
    var members = try reader.object()
    let names = shape.names
    while let place = try reader.member(&members, of: names) {
      switch place {
      case 0: name = try reader.text()
      case 1: parameters = try parameters(&reader, early)
      case 2: hasMore = try flag(&reader)
      case 3: isOneway = try flag(&reader)
      default: wantsUpgrade = try flag(&reader)
      }
    }
    try reader.finish()
  }

  /// Reads a Boolean; null counts as absent.
  private func flag(_ reader: inout JSONReader) throws(InvalidValue) -> Bool {
    if try reader.null() { return false }
    return try reader.flag()
  }

  private func parameters(
    _ reader: inout JSONReader, _ early: (inout JSONReader, String) -> Bool
  ) throws(InvalidValue) -> Range<Int>? {
    guard try !reader.null() else { return nil }
    let start = reader.mark
    _ = try reader.object()
    reader.rewind(to: start)
    // Paths in errors begin at the parameters.
    let outside = reader.root
    reader.root = start.index
    defer { reader.root = outside }
    let isTaken = name.map { early(&reader, $0) } ?? false
    if !isTaken {
      reader.rewind(to: start)
      try reader.skip()
    }
    return start.index..<reader.index
  }
}
