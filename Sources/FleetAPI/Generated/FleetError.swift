// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

/// The errors of `io.bgtaskd.Fleet`.
package enum FleetError: ErrorReply, Hashable {
  /// The database refuses a call. The message says which field, what was found and what is allowed.
  case refused(message: String)

  package var name: String { FleetMethod.interface + "." + shortName }

  /// The error, without the interface.
  package var shortName: String {
    switch self {
      case .refused: "Refused"
    }
  }

  package func writeParameters(to writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
      case .refused(let message):
        writer.member("message", message)
    }
    writer.endObject()
  }

  private static let fields: [StaticString] = ["message"]

  /// Creates the error of a service's answer; `nil` when it is another interface's. A
  /// missing parameter is empty.
  package init?(_ error: VarlinkError) {
    let prefix = FleetMethod.interface + "."
    guard error.name.hasPrefix(prefix) else { return nil }
    var message: String = ""
    var reader = JSONReader(reply: error.rawParameters)
    do throws(InvalidValue) {
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
        default: message = try reader.text()
        }
      }
    } catch {
      return nil
    }
    switch error.name.dropFirst(prefix.count) {
      case "Refused": self = .refused(message: message)
      default: return nil
    }
  }
}
