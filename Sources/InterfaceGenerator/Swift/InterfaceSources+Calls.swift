extension InterfaceSources {
  /// Writes the enumeration of calls, over which the service's owner switches.
  func writeCalls(to source: inout SourceText) {
    let methods = style.prefix + "Method"
    source.line("/// A call of `\(interface.name)` with its parameters.")
    source.line("/// Each case is the method of ``\(methods)`` that has its name.")
    // Indirect, because requests are large and a call is passed on many times.
    source.block("package indirect enum \(style.prefix)Call: InterfaceCall, Hashable") { source in
      for method in interface.methods {
        let parameters = method.parameters.isEmpty ? "" : "(\(methods).\(method.name).Parameters)"
        source.line("case \(SwiftName.lowercased(method.name))\(parameters)")
      }
      source.line()
      source.block("package init?(method: Substring, from reader: inout JSONReader) throws(InvalidValue)") {
        source in
        source.block("switch method") { source in
          for method in interface.methods {
            let name = SwiftName.lowercased(method.name)
            guard method.parameters.isEmpty else {
              source.line("case \"\(method.name)\": self = .\(name)(try .init(from: &reader))")
              continue
            }
            source.line("case \"\(method.name)\":")
            source.line("  _ = try Empty(from: &reader)")
            source.line("  self = .\(name)")
          }
          source.line("default: return nil")
        }
      }
      source.line()
      writeQuestion("needsMore", of: .needsMore, to: &source)
      if !marked(.readOnly).isEmpty {
        source.line()
        source.line("/// Whether the method changes nothing.")
        writeQuestion("isReadOnly", of: .readOnly, to: &source)
      }
      writeBounds(to: &source)
      source.line()
      source.line("/// The interface, with the text that describes it.")
      let resource = interface.name.replacing(".", with: "_") + "_varlink"
      source.line("package static let interface = Interface(")
      source.line("  name: \(methods).interface, text: String(cString: \(resource)()))")
    }
  }

  private func marked(_ mark: MethodDescription.Mark) -> [MethodDescription] {
    interface.methods.filter { $0.marks.contains(mark) }
  }

  private func writeQuestion(_ name: String, of mark: MethodDescription.Mark, to source: inout SourceText) {
    source.block("package var \(name): Bool") { source in
      let cases = marked(mark).map { ".\(SwiftName.lowercased($0.name))" }
      guard !cases.isEmpty else { return source.line("false") }
      source.block("switch self") { source in
        source.filled("case ", cases.dropLast() + ["\(cases[cases.count - 1]): true"], "")
        source.line("default: false")
      }
    }
  }

  private func writeBounds(to source: inout SourceText) {
    let bounded = interface.methods.filter { !bounds(of: $0).isEmpty }
    guard !bounded.isEmpty else { return }
    source.line()
    source.line("/// Checks the parameters against their bounds. A request is checked by itself.")
    source.line("/// - Throws: ``\(style.errors)/invalidRequest(field:message:)``.")
    source.block("package func checkBounds() throws(\(style.errors))") { source in
      source.block("switch self") { source in
        for method in bounded {
          source.line(
            "case .\(SwiftName.lowercased(method.name))(let parameters): try parameters.checkBounds()")
        }
        source.line("default: break")
      }
    }
  }
}
