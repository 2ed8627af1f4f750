/// A writer of a structure as a Swift type that reads and writes itself.
struct StructureWriter {
  let name: String
  let comment: [String]
  let fields: [Field]
  let namespace: String
  /// Describes the expected value of a field; `nil` is a whole number.
  let expectation: (Field) -> String?
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

  /// The most fields with which reading and writing are in the structure's own file.
  private static let mostInOneFile = 30

  /// Whether reading and writing are an extension in another file (``writeMessage(to:)``).
  var isSplit: Bool { fields.count > Self.mostInOneFile }

  func write(to source: inout SourceText) {
    source.documentation(comment, else: "See the protocol.")
    source.block("package struct \(name): MessageValue") { source in
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
      if !isSplit {
        source.line()
        writeCoding(to: &source)
      }
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
        expectation: expectation, bounds: nil
      ).write(to: &source)
    }
  }

  /// Writes an extension that reads and writes the structure.
  func writeMessage(to source: inout SourceText) {
    source.block("extension \(namespace).\(name)") { writeCoding(to: &$0) }
  }

  private func writeCoding(to source: inout SourceText) {
    source.list("private static let fields: [StaticString] = [", sorted.map { "\"\($0.name)\"" }, "]")
    source.line()
    writeReading(to: &source)
    source.line()
    writeWriting(to: &source)
  }

  private func writeInitializer(to source: inout SourceText) {
    source.line("/// Creates the structure; optional fields are absent unless they are given.")
    source.list(
      "package init(",
      fields.map { "\(identifier($0)): \(type($0).name)" + ($0.isOptional ? " = nil" : "") }, ") {")
    for field in fields { source.line("  self.\(field.name) = \(identifier(field))") }
    source.line("}")
  }

  private func writeReading(to source: inout SourceText) {
    source.line("/// Takes the object that is next.")
    source.block("package init(from reader: inout JSONReader) throws(InvalidValue)") { source in
      for field in fields { source.line("var \(identifier(field)): \(type(field).wrapped.name)?") }
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
      for field in fields where !field.isOptional {
        source.block("guard let \(identifier(field)) else") { source in
          let expected = expectation(field).map { ["expected: \($0.debugDescription)"] } ?? []
          source.list("throw reader.missing(", ["\"\(field.name)\"", "in: members"] + expected, ")")
        }
      }
      for field in fields { source.line("self.\(field.name) = \(identifier(field))") }
    }
  }

  private func writeWriting(to source: inout SourceText) {
    source.line("/// Writes an object.")
    source.block("package func write(to writer: inout JSONWriter)") { source in
      source.line("writer.beginObject()")
      for field in sorted {
        var writing = type(field).wrapped.writing(identifier(field))
        if isPassedOn(field) {
          writing = "if let \(raw(field)) { writer.raw(\(raw(field))) } else { \(writing) }"
        }
        guard field.isOptional else {
          source.line("writer.name(\"\(field.name)\")")
          source.line(writing)
          continue
        }
        source.block("if let \(identifier(field))") { source in
          source.line("writer.name(\"\(field.name)\")")
          source.line(writing)
        }
      }
      source.line("writer.endObject()")
    }
  }
}
