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
