/// The object that every message is: its members, and its parameters where they stand.
struct Envelope {
  /// The members of a call, or those of a reply.
  enum Shape {
    case call
    case reply

    fileprivate var names: [StaticString] {
      switch self {
      case .call: ["method", "parameters", "more", "oneway", "upgrade"]
      case .reply: ["error", "parameters", "continues"]
      }
    }
  }

  /// The method or the error; nil when there is none.
  private(set) var name: String?
  /// Where the parameters are: an object. Nil when they are absent or null.
  private(set) var parameters: Range<Int>?
  private var flags = [false, false, false]

  var wantsMore: Bool { flags[0] }
  var isOneway: Bool { flags[1] }
  var wantsUpgrade: Bool { flags[2] }
  var continues: Bool { flags[0] }

  /// Reads a message that is all there is.
  /// - Parameter early: Is asked, when the parameters come after the name, to take them while they are there. Where it
  ///   cannot, it may stop anywhere: they are passed over then.
  init(
    _ shape: Shape, _ reader: inout JSONReader,
    early: (inout JSONReader, String) -> Bool = { _, _ in false }
  ) throws(InvalidValue) {
    guard reader.peek() != nil else { throw reader.invalid("the message is empty; expected is an object") }
    var members = try reader.object()
    while let place = try reader.member(&members, of: shape.names) {
      switch place {
      case 0: name = try reader.text()
      case 1: parameters = try parameters(&reader, early)
      default: if try !reader.null() { flags[place - 2] = try reader.flag() }
      }
    }
    try reader.finish()
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
