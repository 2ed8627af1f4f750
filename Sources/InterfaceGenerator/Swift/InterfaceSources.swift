/// The Swift sources of an interface: its types, methods, calls and errors.
package struct InterfaceSources {
  /// How the sources are named, and what they stand on.
  package struct Style: Sendable {
    /// What the names of methods, calls and the interface begin with: `Scheduler` makes `SchedulerMethod`.
    var prefix: String
    /// The enumeration of errors.
    var errors: String
    /// Where declared types are; enumerations are those of ``enumerations`` there.
    var namespace: String
    /// The module whose enumerations of the same names are used as they are.
    var enumerations: String?
    /// The module with what reads and writes; nil where the sources are in it.
    var runtime: String?

    /// A style.
    package init(prefix: String, errors: String, namespace: String, enumerations: String?, runtime: String?) {
      self.prefix = prefix
      self.errors = errors
      self.namespace = namespace
      self.enumerations = enumerations
      self.runtime = runtime
    }
  }

  private let interface: InterfaceDescription
  private let style: Style

  /// Sources of an interface.
  package init(_ interface: InterfaceDescription, _ style: Style) {
    self.interface = interface
    self.style = style
  }

  /// The files: names and contents.
  package var files: [(name: String, text: String)] {
    var files: [(String, String)] = []
    func add(_ name: String, imports enumerations: String? = nil, _ body: (inout SourceText) -> Void) {
      var source = SourceText()
      source.line("// Made of \(interface.name).varlink by `make generate`. Changes belong there.")
      source.line("// swift-format-ignore-file")
      for module in [style.runtime, enumerations].compactMap(\.self).sorted() {
        source.line("public import \(module)")
      }
      source.line()
      body(&source)
      files.append((name + ".swift", source.text))
    }
    if !interface.types.isEmpty { add(style.namespace, imports: style.enumerations, writeTypes) }
    add(style.prefix + "Method", writeMethods)
    add(style.prefix + "Call", writeCalls)
    add(style.errors, writeErrors)
    return files
  }

  private func writer(_ name: String, _ comment: [String], _ fields: [Field]) -> StructureWriter {
    StructureWriter(
      name: name, comment: comment, fields: fields, namespace: style.namespace, expectation: expectation)
  }

  /// What is expected of a field's value, in words. Of an enumeration these are its names.
  private func expectation(_ field: Field) -> String? {
    if case .named(let name) = field.type, let type = interface.types.first(where: { $0.name == name }),
      case .enumeration(let names) = type.type
    {
      return "one of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    }
    return SwiftType(field, namespace: style.namespace).expectation
  }

  // MARK: Types

  private func writeTypes(to source: inout SourceText) {
    source.line("/// The types of `\(interface.name)`, by their names in the protocol.")
    source.line("public enum \(style.namespace) {}")
    for type in interface.types {
      source.line()
      source.block("extension \(style.namespace)") { source in
        switch type.type {
        case .structure(let fields): writer(type.name, type.comment, fields).write(to: &source)
        default:
          source.documentation(type.comment, else: "See the protocol.")
          source.line("public typealias \(type.name) = \(style.enumerations ?? "").\(type.name)")
        }
      }
    }
    for type in interface.types {
      guard case .enumeration(let names) = type.type else { continue }
      source.line()
      source.block("extension \(style.namespace).\(type.name): MessageValue") { source in
        writeEnumeration(names, to: &source)
      }
    }
  }

  private func writeEnumeration(_ names: [String], to source: inout SourceText) {
    source.list("private static let names: [StaticString] = [", names.map { "\"\($0)\"" }, "]")
    source.line()
    source.line("/// Takes the name that is next.")
    source.block("public init(from reader: inout JSONReader) throws(InvalidValue)") { source in
      source.block("switch try reader.choice(among: Self.names)") { source in
        for (place, name) in names.enumerated() {
          source.line(
            (place == names.count - 1 ? "default" : "case \(place)")
              + ": self = .\(SwiftName.lowercased(name))")
        }
      }
    }
    source.line()
    source.line("/// Writes the name.")
    source.block("public func write(to writer: inout JSONWriter)") { source in
      source.block("switch self") { source in
        for name in names { source.line("case .\(SwiftName.lowercased(name)): writer.word(\"\(name)\")") }
      }
    }
  }

  // MARK: Methods

  private func writeMethods(to source: inout SourceText) {
    let methods = style.prefix + "Method"
    source.line("/// The methods of `\(interface.name)`.")
    source.block("public enum \(methods)") { source in
      source.line("/// The interface's name.")
      source.line("public static let interface = \"\(interface.name)\"")
      source.line("/// The names of all methods, without the interface.")
      source.list(
        "public static let names = [", interface.methods.map { "\"\($0.name)\"" }, "]")
    }
    for method in interface.methods {
      source.line()
      source.block("extension \(methods)") { source in
        source.documentation(method.comment, else: "See the protocol.")
        source.block("public enum \(method.name): VarlinkMethod") { source in
          source.line("/// `\(interface.name).\(method.name)`")
          source.line("public static let name = \"\(interface.name).\(method.name)\"")
          source.line()
          write("Parameters", "What is asked for.", method.parameters, to: &source)
          source.line()
          write("Reply", "What comes back.", method.reply, to: &source)
        }
      }
    }
  }

  private func write(_ name: String, _ comment: String, _ fields: [Field], to source: inout SourceText) {
    guard fields.isEmpty else { return writer(name, [comment], fields).write(to: &source) }
    source.line("/// Nothing.")
    source.line("public typealias \(name) = Empty")
  }

  // MARK: Calls

  private func writeCalls(to source: inout SourceText) {
    let methods = style.prefix + "Method"
    source.line("/// A call of `\(interface.name)` with what it carries.")
    source.block("public enum \(style.prefix)Call: InterfaceCall, Hashable") { source in
      for method in interface.methods {
        source.line("/// See ``\(methods)/\(method.name)``.")
        let parameters = method.parameters.isEmpty ? "" : "(\(methods).\(method.name).Parameters)"
        source.line("case \(SwiftName.lowercased(method.name))\(parameters)")
      }
      source.line()
      source.line("/// Takes the parameters that are next; nil when there is no such method.")
      source.block("public init?(method: Substring, from reader: inout JSONReader) throws(InvalidValue)") {
        source in
        source.block("switch method") { source in
          for method in interface.methods {
            let name = SwiftName.lowercased(method.name)
            source.line("case \"\(method.name)\":")
            if method.parameters.isEmpty {
              source.line("  _ = try Empty(from: &reader)")
              source.line("  self = .\(name)")
            } else {
              source.line("  self = .\(name)(try \(methods).\(method.name).Parameters(from: &reader))")
            }
          }
          source.line("default: return nil")
        }
      }
      source.line()
      source.line("/// The method may only be called with `more`.")
      source.block("public var needsMore: Bool") { source in
        let streams = interface.methods.filter(\.needsMore).map { ".\(SwiftName.lowercased($0.name))" }
        guard !streams.isEmpty else { return source.line("false") }
        source.block("switch self") { source in
          source.line("case \(streams.joined(separator: ", ")): true")
          source.line("default: false")
        }
      }
      source.line()
      source.line("/// The interface, with the text that describes it.")
      source.line("public static let interface = Interface(name: \(methods).interface, text: text)")
    }
    source.line()
    source.line("private let text = #\"\"\"")
    for line in interface.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      source.line(line.isEmpty ? "" : "  \(line)")
    }
    source.line()
    source.line("  \"\"\"#")
  }

  // MARK: Errors

  private func writeErrors(to source: inout SourceText) {
    source.line("/// The errors of `\(interface.name)`.")
    source.block("public enum \(style.errors): ErrorReply, Hashable") { source in
      for error in interface.errors {
        source.documentation(error.comment, else: "See the protocol.")
        let fields = error.fields.map { "\($0.name): \(SwiftType($0, namespace: style.namespace).name)" }
        let carried = fields.isEmpty ? "" : "(\(fields.joined(separator: ", ")))"
        source.line("case \(SwiftName.lowercased(error.name))\(carried)")
      }
      source.line()
      source.line("/// The interface and the error.")
      source.line("public var name: String { \(style.prefix)Method.interface + \".\" + shortName }")
      source.line()
      source.line("/// The error, without the interface.")
      source.block("public var shortName: String") { source in
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
    source.line("/// Writes what the error says.")
    source.block("public func writeParameters(to writer: inout JSONWriter)") { source in
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
            source.line("  writer.name(\"\(field.name)\")")
            source.line("  " + SwiftType(field, namespace: style.namespace).writing(field.name))
          }
        }
      }
      source.line("writer.endObject()")
    }
  }

  /// All errors are read as one structure, in which each has its own fields.
  private func writeErrorReading(to source: inout SourceText) {
    var all: [Field] = []
    for field in interface.errors.flatMap(\.fields) where !all.contains(where: { $0.name == field.name }) {
      all.append(field)
    }
    all.sort { $0.name < $1.name }
    source.list("private static let fields: [StaticString] = [", all.map { "\"\($0.name)\"" }, "]")
    source.line()
    source.line(
      "/// The error that a service answered with; nil when it is another interface's. What it should say and does not"
    )
    source.line("/// is empty.")
    source.block("public init?(_ error: VarlinkError)") { source in
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
          source.line("case \"\(error.name)\":")
          guard !error.fields.isEmpty else {
            source.line("  self = .\(name)")
            continue
          }
          source.line(
            "  self = .\(name)(\(error.fields.map { "\($0.name): \($0.name)" }.joined(separator: ", ")))")
        }
        source.line("default: return nil")
      }
    }
  }
}
