import CPostgres
import Glibc
import PlainText

/// The reason for which a call of the database has no answer.
package enum DatabaseFailure: Error, Hashable, Sendable {
  /// The server could not be reached, or gave no answer in time.
  /// - mayHaveArrived: Whether the server may have carried the call out.
  case unreachable(mayHaveArrived: Bool, cause: String)
  /// The server took the transaction back, and it is to be tried again (40001, 40P01, and 55P03: another one
  /// holds what it needs for longer than the role waits).
  case again
  /// The server has refused the call for what it says, and nothing of it counts.
  case rejected(String)
  /// The server refuses the role or its password, has no such function, or the role may not call it. Nothing
  /// of the call was looked at.
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

  /// The failure of a connection that was not made. libpq has the server's SQLSTATE in its text only.
  /// - Parameters:
  ///   - text: libpq's text with all details (PQERRORS_VERBOSE).
  ///   - needsPassword: Whether the server has asked for a password and there is none.
  init(connecting text: String, needsPassword: Bool) {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("LOCATION:") }.map(Self.withoutState)
    let words = SingleLine.cleaned(lines.map(\.words).joined(separator: "; "), maximumBytes: Self.mostBytes)
    let state = lines.compactMap(\.state).first { $0.hasPrefix("28") } ?? (needsPassword ? "28P01" : nil)
    self =
      state.flatMap(Self.advice).map { .forbidden(words + $0) }
      ?? .unreachable(mayHaveArrived: false, cause: words)
  }

  /// Takes the SQLSTATE out of `… FATAL:  28P01: …`.
  private static func withoutState(_ line: Substring) -> (words: String, state: String?) {
    var words = line.split(separator: " ", omittingEmptySubsequences: false)
    let place = words.indices.dropFirst().first { index in
      let word = words[index].utf8
      return words[index - 1].isEmpty && word.count == 6 && word.last == UInt8(ascii: ":")
        && word.dropLast().allSatisfy { isDigitOrUppercaseLetter($0) }
    }
    guard let place else { return (String(line), nil) }
    let state = words[place].dropLast()
    words.removeSubrange(place - 1...place)
    return (words.joined(separator: " "), String(state))
  }

  private static func isDigitOrUppercaseLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  /// Returns what to do about an error for which the server's own hint is of no use.
  private static func advice(_ state: String) -> String? {
    switch state {
    // insufficient_privilege
    case "42501":
      "; people need the role bgtask_fleet_user, administrators (drain, forget, tasks of others) "
        + "bgtask_fleet_admin, an agent bgtask_fleet_machine, and schema --apply the right to make roles and "
        + "schemas"
    // invalid_authorization_specification, invalid_password
    case "28000", "28P01":
      "; look at user= and the password (~/.pgpass) or certificate of Database=, at the role, and at "
        + "pg_hba.conf of the server"
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
