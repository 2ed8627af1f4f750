/// A writer of a structure as a Swift type that reads and writes itself.
struct StructureWriter {
  let name: String
  let comment: [String]
  let fields: [Field]
  let namespace: String
  /// The bounds, for a structure that callers send.
  let bounds: BoundsWriter?
  /// The fields of types that may be passed on as existing JSON.
  var passedOn: Set<String> = []

  private func isPassedOn(_ field: Field) -> Bool { passedOn.contains("\(name).\(field.name)") }

  /// Returns the name of the property with a field's JSON.
  private func raw(_ field: Field) -> String { "raw" + SwiftName.uppercased(field.name) }

  private func identifier(_ field: Field) -> String { SwiftName.identifier(field.name) }

  /// The fields in canonical form: in the order of their names.
  private var sorted: [Field] { fields.sorted { $0.name < $1.name } }

  private func type(_ field: Field) -> SwiftType { SwiftType(field, namespace: namespace) }

  func write(to source: inout SourceText) {
    source.documentation(comment, else: "See the protocol.")
    source.block("package struct \(name): MessageStructure") { source in
      for field in fields {
        source.documentation(field.comment, else: "`\(field.name)`.")
        source.line("package var \(identifier(field)): \(type(field).name)")
      }
      for field in fields where isPassedOn(field) {
        source.line("/// `\(field.name)` as JSON that is there already. It is written instead.")
        source.line("package var \(raw(field)): [UInt8]?")
      }
      source.line()
      writeInitializer(to: &source)
      source.line()
      writeCoding(to: &source)
      if let bounds, !bounds.isEmpty {
        source.line()
        bounds.write(to: &source)
      }
    }
    // Structures that are declared within a field follow.
    for field in fields {
      guard case .structure(let inner) = type(field).wrapped.type else { continue }
      source.line()
      StructureWriter(
        name: SwiftName.uppercased(field.name), comment: field.comment, fields: inner, namespace: namespace,
        bounds: nil
      ).write(to: &source)
    }
  }

  private func writeCoding(to source: inout SourceText) {
    source.filled("private static let fields: [StaticString] = [", sorted.map { "\"\($0.name)\"" }, "]")
    source.line()
    writeReading(to: &source)
    source.line()
    writeWriting(to: &source)
  }

  private func writeInitializer(to source: inout SourceText) {
    source.filled(
      "package init(",
      fields.map { "\(identifier($0)): \(type($0).name)" + ($0.isOptional ? " = nil" : "") }, ") {")
    source.assignments(fields.map { ("self.\($0.name)", identifier($0)) })
    source.line("}")
  }

  /// Writes the initializer that reads an object. A required field is a variable until all members are read.
  private func writeReading(to source: inout SourceText) {
    let required = fields.filter { !$0.isOptional }
    source.block("package init(from reader: inout JSONReader) throws(InvalidValue)") { source in
      if !required.isEmpty {
        source.filled("var ", required.map { "\(identifier($0)): \(type($0).name)?" }, "")
      }
      source.line("var members = try reader.object()")
      source.block("while let member = try reader.member(&members, of: Self.fields)") { source in
        source.block("switch member") { source in
          for (place, field) in sorted.enumerated() {
            let isLast = place == sorted.count - 1
            let reading = "\(identifier(field)) = \(type(field).reading)"
            source.line(
              (isLast ? "default: " : "case \(place): ")
                + (field.isOptional ? "if try !reader.null() { \(reading) }" : reading))
          }
        }
      }
      for field in required {
        source.line(
          "self.\(field.name) = try reader.required(\(identifier(field)), \"\(field.name)\", in: members)")
      }
    }
  }

  private func writeWriting(to source: inout SourceText) {
    source.block("package func writeMembers(to writer: inout JSONWriter)") { source in
      for field in sorted {
        let alternative = isPassedOn(field) ? ", or: \(raw(field))" : ""
        let condition = field.isOptional && type(field).isDeclared ? "if let \(identifier(field)) { " : ""
        let end = condition.isEmpty ? "" : " }"
        source.line(
          condition + "writer.member(\"\(field.name)\", \(identifier(field))\(alternative))" + end)
      }
    }
  }
}
