extension InterfaceSources {
  /// The calls, as callers write them: a function for each method, and one for its replies where it may have
  /// more than one. What they stand on is written by hand: `call` and `stream`.
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
    source.documentation(summary(of: method), else: "See the protocol.")
    writeParameters(of: method, to: &source)
    // What is asked for is looked at; what is done is done.
    if !method.reply.isEmpty, !method.marks.contains(.readOnly) { source.line("@discardableResult") }
    let result = method.reply.isEmpty ? "" : " -> \(result(of: method))"
    source.function("package func \(function(method))", parameters(of: method), " throws\(result)") {
      source in
      let field = method.reply.count == 1 ? ".\(method.reply[0].name)" : ""
      source.list(
        method.reply.isEmpty ? "_ = try call(" : "try call(", [type(method), arguments(of: method)],
        ")" + field)
    }
  }

  private func writeStream(of method: MethodDescription, to source: inout SourceText) {
    let hasCall = !method.marks.contains(.needsMore)
    let reference = "Calls `\(method.name)` with `more`."
    source.documentation(hasCall ? [reference] : summary(of: method), else: reference)
    let answer = ["Takes a reply. When it answers false, the connection is closed."]
    writeParameters(of: method, and: [("each", answer)], to: &source)
    let each = "each: (\(result(of: method))) throws -> Bool"
    source.function("package func \(function(method))", parameters(of: method) + [each], " throws") {
      source in
      let taken = method.reply.count == 1 ? "{ try each($0.\(method.reply[0].name)) }" : "each"
      source.list("try stream(", [type(method), arguments(of: method), "each: \(taken)"], ")")
    }
  }

  /// The first paragraph; the rest stands with the method.
  private func summary(of method: MethodDescription) -> [String] {
    let first = Array(method.comment.prefix { !$0.isEmpty })
    guard first.count < method.comment.count else { return first }
    return first + ["", "Errors and an example: ``\(style.prefix)Method/\(method.name)``."]
  }

  /// - Parameter others: What the function takes besides, and what is said of it.
  private func writeParameters(
    of method: MethodDescription, and others: [(String, [String])] = [], to source: inout SourceText
  ) {
    let all = method.parameters.map { ($0.name, $0.comment) } + others
    let commented = all.filter { !$0.1.isEmpty }
    guard !commented.isEmpty else { return }
    source.line("/// - Parameters:")
    for (name, comment) in commented { source.documentation(of: name, comment) }
  }

  private func function(_ method: MethodDescription) -> String { SwiftName.lowercased(method.name) }

  private func type(_ method: MethodDescription) -> String { "\(style.prefix)Method.\(method.name).self" }

  /// What comes back: of a reply with one field that field.
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

  /// Whether a parameter is what the method's name speaks of (`cancel("a")`) and needs no label: the only one
  /// that has to be there. What stands beside others somewhere has its label everywhere.
  private func isObject(_ field: Field, of method: MethodDescription) -> Bool {
    interface.methods.allSatisfy { other in
      let required = other.parameters.filter { !$0.isOptional }.map(\.name)
      return required == [field.name] || (other.name != method.name && !required.contains(field.name))
    }
  }
}
