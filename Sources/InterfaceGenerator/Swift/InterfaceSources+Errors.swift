extension InterfaceSources {
  /// Writes the enumeration of errors with their fields.
  func writeErrors(to source: inout SourceText) {
    source.line("/// The errors of `\(interface.name)`.")
    source.block("package enum \(style.errors): ErrorReply, Hashable") { source in
      for error in interface.errors {
        source.documentation(error.comment, else: "See the protocol.")
        let fields = error.fields.map { "\($0.name): \(SwiftType($0, namespace: style.namespace).name)" }
        let carried = fields.isEmpty ? "" : "(\(fields.joined(separator: ", ")))"
        source.line("case \(SwiftName.lowercased(error.name))\(carried)")
      }
      source.line()
      source.line("package var name: String { \(style.prefix)Method.interface + \".\" + shortName }")
      source.line()
      source.line("/// The error, without the interface.")
      source.block("package var shortName: String") { source in
        source.block("switch self") { source in
          for error in interface.errors {
            source.line("case .\(SwiftName.lowercased(error.name)): \"\(error.name)\"")
          }
        }
      }
      source.line()
      writeErrorParameters(to: &source)
      source.line()
      writeErrorReading(to: &source)
    }
  }

  private func writeErrorParameters(to source: inout SourceText) {
    source.block("package func writeParameters(to writer: inout JSONWriter)") { source in
      source.line("writer.beginObject()")
      source.block("switch self") { source in
        for error in interface.errors {
          let name = SwiftName.lowercased(error.name)
          guard !error.fields.isEmpty else {
            source.line("case .\(name): break")
            continue
          }
          source.line("case .\(name)(\(error.fields.map { "let \($0.name)" }.joined(separator: ", "))):")
          for field in error.fields.sorted(by: { $0.name < $1.name }) {
            source.line("  writer.member(\"\(field.name)\", \(field.name))")
          }
        }
      }
      source.line("writer.endObject()")
    }
  }

  /// Writes the initializer that reads an error, as one structure that has the fields of all errors.
  private func writeErrorReading(to source: inout SourceText) {
    var all: [Field] = []
    for field in interface.errors.flatMap(\.fields) where !all.contains(where: { $0.name == field.name }) {
      all.append(field)
    }
    all.sort { $0.name < $1.name }
    source.filled("private static let fields: [StaticString] = [", all.map { "\"\($0.name)\"" }, "]")
    source.line()
    source.line("/// Creates the error of a service's answer; `nil` when it is another interface's. A")
    source.line("/// missing parameter is empty.")
    source.block("package init?(_ error: VarlinkError)") { source in
      source.line("let prefix = \(style.prefix)Method.interface + \".\"")
      source.line("guard error.name.hasPrefix(prefix) else { return nil }")
      for field in all {
        let type = SwiftType(field, namespace: style.namespace)
        source.line("var \(field.name): \(type.name) = \(type.type == .string ? "\"\"" : "0")")
      }
      source.line("var reader = JSONReader(reply: error.rawParameters)")
      source.line("do throws(InvalidValue) {")
      source.line("  var members = try reader.object()")
      source.line("  while let member = try reader.member(&members, of: Self.fields) {")
      source.line("    switch member {")
      for (place, field) in all.enumerated() {
        source.line(
          "    " + (place == all.count - 1 ? "default" : "case \(place)")
            + ": \(field.name) = \(SwiftType(field, namespace: style.namespace).reading)")
      }
      source.line("    }")
      source.line("  }")
      source.line("} catch {")
      source.line("  return nil")
      source.line("}")
      source.block("switch error.name.dropFirst(prefix.count)") { source in
        for error in interface.errors {
          let name = SwiftName.lowercased(error.name)
          let head = "case \"\(error.name)\": self = .\(name)"
          guard !error.fields.isEmpty else {
            source.line(head)
            continue
          }
          source.filled(head + "(", error.fields.map { "\($0.name): \($0.name)" }, ")")
        }
        source.line("default: return nil")
      }
    }
  }
}
