/// A writer of the bounds of a structure's fields, and of the function that checks them.
struct BoundsWriter {
  private let bounded: [(field: Field, bounds: Bounds)]
  /// The fields whose types have bounds.
  private let inner: [Field]
  private let style: InterfaceSources.Style

  /// - Parameter hasBounds: Returns whether a declared type has bounds.
  init(_ fields: [Field], _ style: InterfaceSources.Style, hasBounds: (String) -> Bool) {
    self.style = style
    bounded = fields.compactMap { field in
      guard let bounds = Bounds(in: field.comment), !SwiftType(field, namespace: "").bounds(bounds.range)
      else { return nil }
      return (field, bounds)
    }
    inner = fields.filter { field in
      if case .named(let name) = SwiftType(field, namespace: "").wrapped.type {
        hasBounds(name)
      } else {
        false
      }
    }
  }

  /// Whether a field is a list with a bound.
  func isList(_ field: Field) -> Bool {
    bounded.contains { $0.field.name == field.name && $0.bounds.unit == .elements }
  }

  var isEmpty: Bool { bounded.isEmpty && inner.isEmpty }

  /// Writes members of the structure. Elements of arrays have errors of their own, so they are not checked
  /// here.
  func write(to source: inout SourceText) {
    guard !isEmpty else { return }
    if !bounded.isEmpty {
      source.line("/// The bounds of the fields: of numbers, or of their counts of bytes or elements.")
      source.block("package enum Bounds") { source in
        for (field, bounds) in bounded {
          let type = bounds.unit == nil ? SwiftType(field, namespace: "").wrapped.name : "Int"
          let range = "\(bounds.range.lowerBound)...\(bounds.range.upperBound)"
          source.line(
            "package static let \(SwiftName.identifier(field.name)): ClosedRange<\(type)> = \(range)")
        }
      }
      source.line()
    }
    source.line("/// Checks the fields against their bounds; `path` is the prefix of the names in errors.")
    source.block("package func checkBounds(at path: String = \"\") throws(\(style.errors))") { source in
      for (field, bounds) in bounded {
        let check =
          switch bounds.unit {
          case nil: "number"
          case .bytes: "bytes"
          case .elements: "elements"
          }
        source.filled(
          "try FieldCheck.\(check)(",
          [SwiftName.identifier(field.name)] + (bounds.unit == .elements ? ["cut"] : [])
            + ["Bounds.\(field.name)", "path", "\"\(field.name)\""], ")")
      }
      for field in inner {
        let value = SwiftName.identifier(field.name) + (field.isOptional ? "?" : "")
        source.line("try \(value).checkBounds(at: path + \"\(field.name).\")")
      }
    }
  }
}
