extension InterfaceSources {
  /// Writes the namespace of the types, and the enumerations, which are another module's.
  func writeTypes(to source: inout SourceText) {
    source.line("/// The types of `\(interface.name)`, by their names in the protocol.")
    source.line("package enum \(style.namespace) {}")
    for type in interface.types {
      guard case .enumeration(let names) = type.type else { continue }
      source.line()
      source.block("extension \(style.namespace)") { source in
        source.documentation(type.comment, else: "See the protocol.")
        source.line("package typealias \(type.name) = \(style.enumerations ?? "").\(type.name)")
      }
      source.line()
      source.block("extension \(style.namespace).\(type.name): MessageWord") { source in
        source.line("/// All values, in the order of the protocol.")
        source.filled(
          "package static let values: [Self] = [", names.map { ".\(SwiftName.lowercased($0))" }, "]")
        source.line("/// The names of ``values``.")
        source.line("package static let words = values.map(\\.word)")
        source.line("/// The name in the protocol.")
        source.block("package var word: StaticString") { source in
          source.block("switch self") { source in
            for name in names { source.line("case .\(SwiftName.lowercased(name)): \"\(name)\"") }
          }
        }
      }
    }
  }
}
