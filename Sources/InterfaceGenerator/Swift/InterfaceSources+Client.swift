extension InterfaceSources {
  /// Writes the client's functions: one for each method, and one for its stream of replies where it may have
  /// more than one. They call the handwritten `call` and `stream`.
  func writeClient(_ client: String, to source: inout SourceText) {
    source.block("extension \(client)") { source in
      for (place, method) in interface.methods.enumerated() {
        if place > 0 { source.line() }
        if !method.marks.contains(.needsMore) { writeCall(of: method, to: &source) }
        if method.marks.contains(.more) { source.line() }
        if !method.marks.isDisjoint(with: [.more, .needsMore]) { writeStream(of: method, to: &source) }
      }
    }
  }

  private func writeCall(of method: MethodDescription, to source: inout SourceText) {
    source.line("/// Calls ``\(style.prefix)Method/\(method.name)``.")
    // Only the result of a read-only method has to be used.
    if !method.reply.isEmpty, !method.marks.contains(.readOnly) { source.line("@discardableResult") }
    let result = method.reply.isEmpty ? "" : " -> \(result(of: method))"
    source.function("package func \(function(method))", parameters(of: method), " throws\(result)") {
      source in
      let field = method.reply.count == 1 ? ".\(method.reply[0].name)" : ""
      source.filled(
        method.reply.isEmpty ? "_ = try call(" : "try call(", [type(method), arguments(of: method)],
        ")" + field)
    }
  }

  private func writeStream(of method: MethodDescription, to source: inout SourceText) {
    source.line("/// Calls ``\(style.prefix)Method/\(method.name)`` with `more`.")
    source.line("/// - Parameter each: Takes a reply. When it answers false, the connection is closed.")
    let each = "each: (\(result(of: method))) throws -> Bool"
    source.function("package func \(function(method))", parameters(of: method) + [each], " throws") {
      source in
      let taken = method.reply.count == 1 ? "{ try each($0.\(method.reply[0].name)) }" : "each"
      source.filled("try stream(", [type(method), arguments(of: method), "each: \(taken)"], ")")
    }
  }

  private func function(_ method: MethodDescription) -> String { SwiftName.lowercased(method.name) }

  private func type(_ method: MethodDescription) -> String { "\(style.prefix)Method.\(method.name).self" }

  /// Returns the type of the function's result: the reply, or its only field.
  private func result(of method: MethodDescription) -> String {
    guard method.reply.count == 1 else { return "\(style.prefix)Method.\(method.name).Reply" }
    return SwiftType(method.reply[0], namespace: style.namespace).name
  }

  private func parameters(of method: MethodDescription) -> [String] {
    method.parameters.map { field in
      let label = isObject(field, of: method) ? "_ " : ""
      let type = SwiftType(field, namespace: style.namespace).name
      return "\(label)\(field.name): \(type)" + (field.isOptional ? " = nil" : "")
    }
  }

  private func arguments(of method: MethodDescription) -> String {
    ".init(" + method.parameters.map { "\($0.name): \($0.name)" }.joined(separator: ", ") + ")"
  }

  /// Whether a parameter needs no label (`cancel("a")`), because it is the only required one. A field that is
  /// required beside others in a third of its methods or more has its label in all of them.
  private func isObject(_ field: Field, of method: MethodDescription) -> Bool {
    let asking = interface.methods.map { required(of: $0) }.filter { $0.contains(field.name) }
    let alone = asking.count { $0.count == 1 }
    return required(of: method) == [field.name] && alone > 2 * (asking.count - alone)
  }

  private func required(of method: MethodDescription) -> [String] {
    method.parameters.filter { !$0.isOptional }.map(\.name)
  }
}
