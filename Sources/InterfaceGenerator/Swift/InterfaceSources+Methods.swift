extension InterfaceSources {
  /// Writes the names of the interface and of its methods.
  func writeMethods(to source: inout SourceText) {
    let methods = style.prefix + "Method"
    source.line("/// The methods of `\(interface.name)`.")
    source.block("package enum \(methods)") { source in
      source.line("/// The interface's name.")
      source.line("package static let interface = \"\(interface.name)\"")
      source.line("/// The names of all methods, without the interface.")
      source.list(
        "package static let names = [", interface.methods.map { "\"\($0.name)\"" }, "]")
    }
  }

  /// Writes a method: its name and the types of both its messages.
  func write(_ method: MethodDescription, to source: inout SourceText) {
    source.block("extension \(style.prefix)Method") { source in
      source.documentation(method.comment, else: "See the protocol.")
      source.block("package enum \(method.name): VarlinkMethod") { source in
        source.line("/// `\(interface.name).\(method.name)`")
        source.line("package static let name = \"\(interface.name).\(method.name)\"")
        source.line()
        write(
          "Parameters", "The parameters of the call.", method.parameters, bounds: bounds(of: method),
          to: &source)
        source.line()
        write("Reply", "The parameters of the reply.", method.reply, bounds: nil, to: &source)
      }
    }
  }

  /// Returns the bounds of the parameters themselves. A structure among them is checked where it is taken
  /// over: errors in a request name the field within the request.
  func bounds(of method: MethodDescription) -> BoundsWriter {
    BoundsWriter(method.parameters, style, hasBounds: { _ in false })
  }

  private func write(
    _ name: String, _ comment: String, _ fields: [Field], bounds: BoundsWriter?, to source: inout SourceText
  ) {
    guard fields.isEmpty else {
      return structure(name, [comment], fields, bounds: bounds).write(to: &source)
    }
    source.line("/// A message without parameters.")
    source.line("package typealias \(name) = Empty")
  }
}
