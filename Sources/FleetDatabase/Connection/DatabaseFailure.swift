import CPostgres
import Glibc
import PlainText

/// The reason for which a call of the database has no answer.
package enum DatabaseFailure: Error, Hashable, Sendable {
  /// The server could not be reached, or gave no answer in time.
  /// - mayHaveArrived: Whether the server may have carried the call out.
  case unreachable(mayHaveArrived: Bool, cause: String)
  /// The server took the transaction back, and it is to be tried again (40001, 40P01, or 55P03).
  case again
  /// The server has refused the call for what it says, and nothing of it counts.
  case rejected(String)
  /// The server has no such function, or the role may not call it. Nothing of the call was looked at.
  case forbidden(String)

  /// The most bytes of a server's message that are kept.
  private static let mostBytes = 500

  /// The failure of a command that the server has answered.
  init(refusing result: OpaquePointer) {
    let state = cpostgres_sqlstate(result).map { String(cString: $0) } ?? ""
    let words = Self.oneLine(cpostgres_message(result) ?? UnsafePointer(PQresultErrorMessage(result)))
    let hint = Self.advice(state) ?? cpostgres_hint(result).map { "; " + Self.oneLine($0) } ?? ""
    switch state {
    case "40001", "40P01", "55P03": self = .again
    // The connection's end, a server that only reads (a standby), too little of something, the operator's
    // intervention, a disk's failure: none is the call's fault.
    case _ where ["08", "25", "53", "57", "58"].contains(String(state.prefix(2))):
      self = .unreachable(mayHaveArrived: true, cause: words + hint)
    // Rights that are missing, and a schema that is: an administrator's doing, whatever the call says.
    case _ where state.hasPrefix("42") || state == "3F000": self = .forbidden(words + hint)
    default: self = .rejected(words + hint)
    }
  }

  /// Returns what to do about an error for which the server's own hint is of no use.
  private static func advice(_ state: String) -> String? {
    switch state {
    // insufficient_privilege
    case "42501":
      "; people need the role bgtask_fleet_user, administrators (drain, forget, tasks of others) "
        + "bgtask_fleet_admin, an agent bgtask_fleet_machine, and schema --apply the right to make roles and "
        + "schemas"
    // undefined_function, invalid_schema_name, undefined_table
    case "42883", "3F000", "42P01":
      "; the fleet's schema is missing or of another version: bgtaskctl fleet schema --apply"
    default: nil
    }
  }

  /// Returns a text of libpq on one line, without the line break at its end.
  static func oneLine(_ text: UnsafePointer<CChar>?) -> String {
    let bytes = text.map { UnsafeBufferPointer(start: $0, count: strnlen($0, 4 * mostBytes)) }
    var words = String(decoding: bytes?.map { UInt8(bitPattern: $0) } ?? [], as: UTF8.self)
    while words.last?.isWhitespace == true { words.removeLast() }
    return SingleLine.cleaned(words, maximumBytes: mostBytes)
  }
}
