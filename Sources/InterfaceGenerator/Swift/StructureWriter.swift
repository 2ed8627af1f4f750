/// A writer of a structure as a Swift type that reads and writes itself.
struct StructureWriter {
  let name: String
  let comment: [String]
  let fields: [Field]
  let namespace: String
  /// The bounds, for a structure that callers send.
  let bounds: BoundsWriter?
  /// The fields that may be passed on as existing JSON, such as `Task.request`; not optional ones.
  var passedOn: Set<String> = []

  private func isPassedOn(_ field: Field) -> Bool { passedOn.contains("\(name).\(field.name)") }

  /// Returns the name of the property that stores a field, alone and as a label, and the type that it has
  /// there.
  private func stored(_ field: Field) -> (name: String, label: String, type: String) {
    isPassedOn(field)
      ? (field.name + "Part", field.name + "Part", "MessagePart<\(type(field).name)>")
      : (identifier(field), field.name, type(field).name)
  }

  /// Whether no more elements of a list are read than its bound allows.
  private func isBounded(_ field: Field) -> Bool { bounds?.isList(field) ?? false }

  private func identifier(_ field: Field) -> String { SwiftName.identifier(field.name) }

  /// The fields in canonical form: in the order of their names.
  private var sorted: [Field] { fields.sorted { $0.name < $1.name } }

  private func type(_ field: Field) -> SwiftType { SwiftType(field, namespace: namespace) }

  func write(to source: inout SourceText) {
    source.documentation(comment, else: "See the protocol.")
    source.block("package struct \(name): MessageStructure") { source in
      for field in fields {
        source.documentation(field.comment, else: "`\(field.name)`.")
        if isPassedOn(field) {
          writePart(field, to: &source)
        } else {
          source.line("package var \(identifier(field)): \(type(field).name)")
        }
      }
      if fields.contains(where: isBounded) {
        source.line("/// The lists that were longer than their bounds.")
        source.line("private var cut = CutLists()")
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

  /// Writes a field that may be passed on as JSON: what is stored, and its value.
  private func writePart(_ field: Field, to source: inout SourceText) {
    let stored = stored(field)
    source.block("package var \(identifier(field)): \(type(field).name)") { source in
      source.line("get { \(stored.name).value }")
      source.line("set { \(stored.name) = .value(newValue) }")
    }
    source.line("/// `\(field.name)`, or the JSON of it.")
    source.line("package var \(stored.name): \(stored.type)")
  }

  private func writeInitializer(to source: inout SourceText) {
    source.filled(
      "package init(", fields.map { parameter($0, stored($0).name, stored($0).type) }, ") {")
    source.assignments(fields.map { ("self.\(stored($0).label)", stored($0).name) })
    source.line("}")
    guard fields.contains(where: isPassedOn) else { return }
    source.line()
    let values = fields.map { parameter($0, identifier($0), type($0).name) }
    source.function("package init", values, "") { source in
      source.filled(
        "self.init(",
        fields.map {
          "\(stored($0).label): " + (isPassedOn($0) ? ".value(\(identifier($0)))" : identifier($0))
        }, ")")
    }
  }

  private func parameter(_ field: Field, _ name: String, _ type: String) -> String {
    "\(name): \(type)" + (field.isOptional ? " = nil" : "")
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
            let label = isLast ? "default:" : "case \(place):"
            if isBounded(field) {
              source.line(label)
              source.indented { writeReading(ofList: field, to: &$0) }
              continue
            }
            let reading = "\(identifier(field)) = \(type(field).reading)"
            source.line("\(label) " + (field.isOptional ? "if try !reader.null() { \(reading) }" : reading))
          }
        }
      }
      for field in required {
        let value = "try reader.required(\(identifier(field)), \"\(field.name)\", in: members)"
        source.line(
          isPassedOn(field)
            ? "\(stored(field).name) = .value(\(value))" : "self.\(field.name) = \(value)")
      }
    }
  }

  /// Writes the statement that takes a list with a bound, and notes in `cut` when the list is longer.
  private func writeReading(ofList field: Field, to source: inout SourceText) {
    let start = "\(identifier(field)) = try reader.\(type(field).listReader)("
    let arguments = ["\"\(field.name)\"", "within: Bounds.\(field.name)", "&cut"]
    guard field.isOptional else { return source.filled(start, arguments, ")") }
    source.block("if try !reader.null()") { $0.filled(start, arguments, ")") }
  }

  private func writeWriting(to source: inout SourceText) {
    source.block("package func writeMembers(to writer: inout JSONWriter)") { source in
      for field in sorted {
        let condition = field.isOptional && type(field).isDeclared ? "if let \(identifier(field)) { " : ""
        let end = condition.isEmpty ? "" : " }"
        source.line(
          condition + "writer.member(\"\(field.name)\", \(stored(field).name))" + end)
      }
    }
  }
}
