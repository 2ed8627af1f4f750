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
      source.block("extension \(style.namespace).\(type.name): MessageValue") { source in
        writeEnumeration(names, to: &source)
      }
    }
  }

  private func writeEnumeration(_ names: [String], to source: inout SourceText) {
    source.list("private static let names: [StaticString] = [", names.map { "\"\($0)\"" }, "]")
    source.line()
    source.line("/// Takes the name that is next.")
    source.block("package init(from reader: inout JSONReader) throws(InvalidValue)") { source in
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
    source.block("package func write(to writer: inout JSONWriter)") { source in
      source.block("switch self") { source in
        for name in names { source.line("case .\(SwiftName.lowercased(name)): writer.word(\"\(name)\")") }
      }
    }
  }
}
