/// Finds out where in a message something is. Nobody keeps track of that while a message is read: it is only
/// wanted when something is wrong with it.
struct JSONPath {
  private enum Step {
    /// In an object: behind the name of a member and not yet behind its value, or outside of members.
    case object(member: JSONString?)
    /// In an array: at an element from 0, or behind its value.
    case array(element: Int, isBehind: Bool)
  }

  private let bytes: [UInt8]
  private var steps: [Step] = []
  private var index: Int

  /// The dotted path (`request.command.argv[2]`) of the place.
  /// - Parameters:
  ///   - root: Where the value begins from which the path counts. All before the place is JSON.
  ///   - member: A member of the object at the place.
  static func text(at place: Int, in bytes: [UInt8], from root: Int, member: String? = nil) -> String {
    var text = ""
    func append(_ name: String) {
      if !text.isEmpty { text += "." }
      text += name
    }
    for step in JSONPath(at: place, in: bytes, from: root).steps {
      switch step {
      case .object(let name?): append(JSONText.short(JSONText.decode(name, in: bytes)))
      case .array(let element, false): text += "[\(element)]"
      case .object(nil), .array(_, true): break
      }
    }
    if let member { append(member) }
    return text
  }

  /// The name of the member whose value is at the place; nil when there is none.
  static func member(at place: Int, in bytes: [UInt8], from root: Int) -> String? {
    guard case .object(let name?)? = JSONPath(at: place, in: bytes, from: root).steps.last else { return nil }
    return JSONText.decode(name, in: bytes)
  }

  private init(at place: Int, in bytes: [UInt8], from root: Int) {
    self.bytes = bytes
    index = root
    while index < place { step(towards: place) }
  }

  private mutating func step(towards place: Int) {
    switch bytes[index] {
    case UInt8(ascii: "{"): steps.append(.object(member: nil))
    case UInt8(ascii: "["): steps.append(.array(element: 0, isBehind: false))
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      _ = steps.popLast()
      endValue()
    case UInt8(ascii: ","):
      if case .array(let element, _)? = steps.last {
        steps[steps.count - 1] = .array(element: element + 1, isBehind: false)
      }
    case UInt8(ascii: "\""):
      let start = index + 1
      let end = endOfString()
      guard end < place else {
        index = place
        return
      }
      index = end
      if case .object(nil)? = steps.last {
        // Whether there is a backslash in it was not looked for; without one it says the same.
        steps[steps.count - 1] = .object(member: JSONString(range: start..<end, isEscaped: true))
      } else {
        endValue()
      }
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ":"): break
    default:
      let end = bytes[index...].firstIndex(where: Self.endsScalar) ?? bytes.count
      if end <= place { endValue() }
      index = end - 1
    }
    index += 1
  }

  /// Of the string at the index: where its last quote is, or the end of all.
  private func endOfString() -> Int {
    var index = index + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, bytes.count)
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): true
    default: false
    }
  }

  private mutating func endValue() {
    switch steps.last {
    case .object: steps[steps.count - 1] = .object(member: nil)
    case .array(let element, _): steps[steps.count - 1] = .array(element: element, isBehind: true)
    case nil: break
    }
  }
}
