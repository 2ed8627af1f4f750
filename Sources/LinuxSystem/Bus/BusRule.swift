/// Which signals a match is for. What is nil does not matter.
package struct BusRule: Hashable, Sendable {
  /// The sender's name. A well-known name is checked by the bus only for signals that are sent to everybody:
  /// any process may send a signal to this connection alone, so who acts on signals compares
  /// ``BusMessage/sender`` with the name's owner.
  package var sender: String?
  /// The object's path.
  package var path: String?
  /// All objects at and below this path.
  package var pathNamespace: String?
  /// The interface.
  package var interface: String?
  /// The signal's name.
  package var member: String?
  /// The first argument, a string.
  package var argument: String?

  /// A rule.
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

  /// As the bus wants it (D-Bus specification, "Match Rules").
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
