/// The Swift sources of an interface: its types, methods, calls and errors.
package struct InterfaceSources {
  /// The names in the sources, and the modules that they use.
  package struct Style: Sendable {
    /// The prefix of the names of methods, calls and the interface: `Scheduler` makes `SchedulerMethod`.
    var prefix: String
    /// The name of the enumeration of errors.
    var errors: String
    /// The namespace of declared types; its enumerations are those of ``enumerations``.
    var namespace: String
    /// The module whose enumerations of the same names are used as they are.
    var enumerations: String?
    /// The module with the reader and the writer; `nil` where the sources are in it.
    var runtime: String?
    /// The type that gets a function for each method; `nil` for none.
    var client: String?
    /// Whether the package has the service itself, which reads calls and writes errors.
    var isServed: Bool
    /// The fields of types (`Task.request`) that may be passed on as existing JSON.
    var passedOn: Set<String>

    package init(
      prefix: String, errors: String, namespace: String, enumerations: String?, runtime: String?,
      client: String? = nil, isServed: Bool = true, passedOn: Set<String> = []
    ) {
      self.prefix = prefix
      self.errors = errors
      self.namespace = namespace
      self.enumerations = enumerations
      self.runtime = runtime
      self.client = client
      self.isServed = isServed
      self.passedOn = passedOn
    }
  }

  let interface: InterfaceDescription
  let style: Style

  /// Creates the sources of an interface.
  package init(_ interface: InterfaceDescription, _ style: Style) {
    self.interface = interface
    self.style = style
  }

  /// The names and texts of the files: one file for each type and method, and some for all of them.
  package var files: [(name: String, text: String)] {
    var files = [file(style.prefix + "Method", imports: [], internalImports: [style.runtime], writeMethods)]
    if style.isServed {
      files.append(file(style.prefix + "Call", internalImports: ["CTexts"], writeCalls))
      files.append(file(style.errors, writeErrors))
    }
    for method in interface.methods {
      files.append(file("\(style.prefix)Method+\(method.name)") { write(method, to: &$0) })
    }
    if let client = style.client {
      files.append(
        file("\(client)+Calls", imports: [], internalImports: [style.runtime]) { source in
          writeClient(client, to: &source)
        })
    }
    guard !interface.types.isEmpty else { return files }
    files.append(
      file(style.namespace, imports: [style.enumerations], internalImports: [style.runtime], writeTypes))
    for case let (type, .structure(fields)) in interface.types.map({ ($0, $0.type) }) {
      let writer = structure(
        type.name, type.comment, fields, bounds: sentTypes.contains(type.name) ? bounds(of: fields) : nil)
      files.append(
        file("\(style.namespace)+\(type.name)") { source in
          source.block("extension \(style.namespace)") { writer.write(to: &$0) }
        })
    }
    return files
  }

  /// - Parameters:
  ///   - modules: The modules that the file's declarations use; `nil` is the runtime.
  ///   - internalImports: The modules that only its function bodies use.
  private func file(
    _ name: String, imports modules: [String?]? = nil, internalImports: [String?] = [],
    _ body: (inout SourceText) -> Void
  ) -> (name: String, text: String) {
    SourceText.file(
      name, of: "\(interface.name).varlink",
      imports: (modules ?? [style.runtime]).compactMap(\.self).map { "package import \($0)" }
        + internalImports.compactMap(\.self).map { "import \($0)" }, body)
  }

  /// - Parameter bounds: The bounds, for a structure that callers send.
  func structure(
    _ name: String, _ comment: [String], _ fields: [Field], bounds: BoundsWriter? = nil
  ) -> StructureWriter {
    StructureWriter(
      name: name, comment: comment, fields: fields, namespace: style.namespace, bounds: bounds,
      passedOn: style.passedOn)
  }

  private func bounds(of fields: [Field]) -> BoundsWriter {
    BoundsWriter(fields, style) { !bounds(of: self.fields(of: $0)).isEmpty }
  }

  /// Returns the fields of a declared structure.
  private func fields(of name: String) -> [Field] {
    guard case .structure(let fields)? = interface.types.first(where: { $0.name == name })?.type else {
      return []
    }
    return fields
  }

  /// The declared types that occur in parameters.
  private var sentTypes: Set<String> {
    var sent: Set<String> = []
    func visit(_ type: ValueType) {
      switch type {
      case .optional(let inner), .array(let inner), .map(let inner): visit(inner)
      case .structure(let fields): fields.forEach { visit($0.type) }
      case .named(let name) where sent.insert(name).inserted: fields(of: name).forEach { visit($0.type) }
      default: break
      }
    }
    for method in interface.methods { method.parameters.forEach { visit($0.type) } }
    return sent
  }
}

extension InterfaceSources {
  /// Writes the namespace of the types, and the enumerations, which are another module's.
  func writeTypes(to source: inout SourceText) {
    let enumerations = interface.types.filter { if case .enumeration = $0.type { true } else { false } }
    source.line("/// The types of `\(interface.name)`, by their names in the protocol.")
    source.block("package enum \(style.namespace)") { source in
      for type in enumerations {
        source.documentation(type.comment, else: "See the protocol.")
        source.line("package typealias \(type.name) = \(style.enumerations ?? "").\(type.name)")
      }
    }
    source.line()
    for type in enumerations { source.line("extension \(style.namespace).\(type.name): MessageWord {}") }
  }
}
