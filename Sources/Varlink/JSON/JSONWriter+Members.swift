/// Members of an object: a name and its value. A member whose value is absent is left out.
extension JSONWriter {
  /// Writes a Boolean member.
  package mutating func member(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    self.name(name)
    flag(value)
  }

  /// Writes a member that is a whole number.
  @inlinable
  package mutating func member(_ name: StaticString, _ value: (some FixedWidthInteger)?) {
    guard let value else { return }
    self.name(name)
    integer(value)
  }

  /// Writes a member that is a string.
  package mutating func member(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    self.name(name)
    text(value)
  }

  /// Writes a member that has a type of the protocol.
  /// - Parameter json: The value as JSON that is there already, and is written instead.
  @inlinable
  package mutating func member<Value: MessageValue>(
    _ name: StaticString, _ value: Value?, or json: [UInt8]? = nil
  ) {
    guard let value else { return }
    self.name(name)
    if let json { raw(json) } else { value.write(to: &self) }
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
