/// The path of a place in a message. The reader does not keep track of it, because only errors need it: the
/// message is walked once more for it.
struct JSONPath {
  private enum Step {
    /// Inside an object: between the name of a member and the end of its value, or outside of members.
    case object(member: JSONString?)
    /// Inside an array: at an element, counted from 0, or behind its value.
    case array(element: Int, isBehind: Bool)
  }

  private let bytes: [UInt8]
  private var steps: [Step] = []
  private var index: Int

  /// Returns the dotted path (`request.command.argv[2]`) of the place.
  /// - Parameters:
  ///   - root: The index of the value from which the path counts. All before the place is JSON.
  ///   - member: A member of the object at the place, which ends the path.
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

  /// Returns the name of the member whose value is at the place, or `nil` when there is none.
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
        // The name was not searched for a backslash; without one it decodes to the same.
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

  /// Returns the index of the last quote of the string at the index, or the end of the bytes.
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
