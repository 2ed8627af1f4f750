extension InterfaceSources {
  /// Writes the names of the interface and of its methods.
  func writeMethods(to source: inout SourceText) {
    let methods = style.prefix + "Method"
    source.line("/// The methods of `\(interface.name)`.")
    source.block("package enum \(methods)") { source in
      source.line("/// The interface's name.")
      source.line("package static let interface = \"\(interface.name)\"")
      source.line("/// The names of all methods, without the interface.")
      source.filled(
        "package static let names = [", interface.methods.map { "\"\($0.name)\"" }, "]")
    }
    source.line()
    source.block("extension JSONReader") { source in
      source.documentation(
        "Returns the value of a required member, or throws the error about it when it is missing. Each "
          + "module has this function, because only generic code of the same module is specialized.")
      source.line("func required<Value>(")
      source.line("  _ value: Value?, _ name: StaticString, in members: Members")
      source.block(") throws(InvalidValue) -> Value") { source in
        source.line("guard let value else { throw missing(name, in: members, as: Value.self) }")
        source.line("return value")
      }
    }
  }

  /// Writes a method: its name and the types of both its messages.
  func write(_ method: MethodDescription, to source: inout SourceText) {
    source.block("extension \(style.prefix)Method") { source in
      source.documentation(method.comment, else: "See the protocol.")
      source.block("package enum \(method.name): VarlinkMethod") { source in
        source.line("package static let name = \"\(interface.name).\(method.name)\"")
        if let first = firstMethod(with: method.parameters), first != method.name {
          source.line("package typealias Parameters = \(first).Parameters")
        } else {
          write(
            "Parameters", "The parameters of the call.", method.parameters, bounds: bounds(of: method),
            to: &source)
        }
        write("Reply", "The parameters of the reply.", method.reply, bounds: nil, to: &source)
      }
    }
  }

  /// Returns the name of the first method with the same parameters, whose structure all of them share.
  private func firstMethod(with parameters: [Field]) -> String? {
    parameters.isEmpty ? nil : interface.methods.first { $0.parameters == parameters }?.name
  }

  /// Returns the bounds of the parameters themselves. A structure among them is checked where it is taken
  /// over: errors in a request name the field within the request.
  func bounds(of method: MethodDescription) -> BoundsWriter {
    BoundsWriter(method.parameters, style, hasBounds: { _ in false })
  }

  private func write(
    _ name: String, _ comment: String, _ fields: [Field], bounds: BoundsWriter?, to source: inout SourceText
  ) {
    guard !fields.isEmpty else { return source.line("package typealias \(name) = Empty") }
    source.line()
    structure(name, [comment], fields, bounds: bounds).write(to: &source)
  }
}
