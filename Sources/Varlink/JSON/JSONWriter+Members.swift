/// Members of an object: a name and its value. A member whose value is absent is left out.
///
/// Generic code is specialized only within its module, and elsewhere asks for its types each time. So numbers
/// have a function for each type, and generated code asks itself whether a value is there.
extension JSONWriter {
  /// Writes a Boolean member.
  package mutating func member(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    self.name(name)
    flag(value)
  }

  /// Writes a member that is a whole number.
  package mutating func member(_ name: StaticString, _ value: Int64?) {
    guard let value else { return }
    self.name(name)
    integer(value.magnitude, isNegative: value < 0)
  }

  /// Writes a member that is a whole number.
  package mutating func member(_ name: StaticString, _ value: Int?) { member(name, value.map(Int64.init)) }

  /// Writes a member that is a whole number.
  package mutating func member(_ name: StaticString, _ value: Int32?) { member(name, value.map(Int64.init)) }

  /// Writes a member that is a whole number.
  package mutating func member(_ name: StaticString, _ value: UInt32?) { member(name, value.map(Int64.init)) }

  /// Writes a member that is a whole number.
  package mutating func member(_ name: StaticString, _ value: UInt64?) {
    guard let value else { return }
    self.name(name)
    integer(value, isNegative: false)
  }

  /// Writes a member that is a string.
  package mutating func member(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    self.name(name)
    text(value)
  }

  /// Writes a member that has a type of the protocol.
  package mutating func member(_ name: StaticString, _ value: some MessageValue) {
    self.name(name)
    value.write(to: &self)
  }

  /// Writes a member that may be JSON already.
  package mutating func member(_ name: StaticString, _ part: MessagePart<some MessageValue>) {
    self.name(name)
    switch part {
    case .value(let value): value.write(to: &self)
    case .json(let bytes): raw(bytes)
    }
  }

  /// Writes a member that has a type of the protocol.
  package mutating func member(_ name: StaticString, _ value: (some MessageValue)?) {
    if let value { member(name, value) }
  }

  /// Writes a member that is an array of strings.
  package mutating func member(_ name: StaticString, _ value: [String]?) {
    guard let value else { return }
    self.name(name)
    array(value) { writer, element in writer.text(element) }
  }

  /// Writes a member that is an array of a type of the protocol.
  @inlinable
  package mutating func member<Value: MessageValue>(_ name: StaticString, _ value: [Value]?) {
    guard let value else { return }
    self.name(name)
    array(value) { writer, element in element.write(to: &writer) }
  }

  /// Writes a member that is a map of strings.
  package mutating func member(_ name: StaticString, _ value: [String: String]?) {
    guard let value else { return }
    self.name(name)
    map(value) { writer, element in writer.text(element) }
  }

  /// Writes a member that is a map of whole numbers.
  package mutating func member(_ name: StaticString, _ value: [String: Int]?) {
    guard let value else { return }
    self.name(name)
    map(value) { writer, element in writer.integer(element) }
  }
}
