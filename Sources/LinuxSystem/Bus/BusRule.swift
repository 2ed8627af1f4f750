/// The signals that a match is for. A property that is nil matches any value.
package struct BusRule: Hashable, Sendable {
  /// The sender's name. The bus checks a well-known name only for broadcasts: any process may send a signal
  /// to this connection alone, so a handler that acts on signals compares ``BusMessage/sender`` with the
  /// name's owner.
  package var sender: String?
  /// The object's path.
  package var path: String?
  /// All objects at and below this path.
  package var pathNamespace: String?
  package var interface: String?
  /// The signal's name.
  package var member: String?
  /// The first argument, a string.
  package var argument: String?

  package init(
    sender: String? = nil, path: String? = nil, pathNamespace: String? = nil, interface: String? = nil,
    member: String? = nil, argument: String? = nil
  ) {
    self.sender = sender
    self.path = path
    self.pathNamespace = pathNamespace
    self.interface = interface
    self.member = member
    self.argument = argument
  }

  /// Returns the rule as the bus wants it (D-Bus specification, "Match Rules").
  /// - Throws: ``BusError/format(_:)`` for a value that could end its quotation.
  func text() throws(BusError) -> String {
    var parts = ["type='signal'"]
    for (key, value) in [
      ("sender", sender), ("path", path), ("path_namespace", pathNamespace), ("interface", interface),
      ("member", member), ("arg0", argument),
    ] {
      guard let value else { continue }
      guard !value.utf8.contains(where: { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\\") || $0 == 0 })
      else {
        throw .format("match rule: \(key) holds a quotation mark, a backslash or a NUL byte")
      }
      parts.append("\(key)='\(value)'")
    }
    return parts.joined(separator: ",")
  }
}
