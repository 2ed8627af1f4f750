// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

/// A call of `io.bgtaskd.Fleet` with its parameters.
/// Each case is the method of ``FleetMethod`` that has its name.
package indirect enum FleetCall: InterfaceCall, Hashable {
  case cancel(FleetMethod.Cancel.Parameters)
  case list(FleetMethod.List.Parameters)
  case show(FleetMethod.Show.Parameters)
  case explain(FleetMethod.Explain.Parameters)
  case machines(FleetMethod.Machines.Parameters)
  case history(FleetMethod.History.Parameters)
  case drain(FleetMethod.Drain.Parameters)

  package init?(method: Substring, from reader: inout JSONReader) throws(InvalidValue) {
    switch method {
      case "Cancel": self = .cancel(try .init(from: &reader))
      case "List": self = .list(try .init(from: &reader))
      case "Show": self = .show(try .init(from: &reader))
      case "Explain": self = .explain(try .init(from: &reader))
      case "Machines": self = .machines(try .init(from: &reader))
      case "History": self = .history(try .init(from: &reader))
      case "Drain": self = .drain(try .init(from: &reader))
      default: return nil
    }
  }

  package var needsMore: Bool {
    false
  }

  /// Whether the method changes nothing.
  package var isReadOnly: Bool {
    switch self {
      case .list, .show, .explain, .machines, .history: true
      default: false
    }
  }

  /// The interface, with the text that describes it.
  package static let interface = Interface(
    name: FleetMethod.interface, bytes: PackageResources.io_bgtaskd_Fleet_varlink)
}
