package import SchedulerAPI

/// Fields for the head of requests, from a user's file: one "Name: value" a line (RFC 9110, 5).
package struct RequestFields: Hashable, Sendable {
  /// The most bytes of a file: 64 KiB.
  package static let maximumBytes = 64 << 10

  /// A name and its value, without white space around it.
  package struct Field: Hashable, Sendable {
    /// The name as it was written, a token.
    package var name: String
    /// The value, which has no control characters and may be empty.
    package var value: String
  }

  /// The fields in the order of the file.
  package let fields: [Field]

  package init() { fields = [] }

  /// The fields as libcurl's lines, in which a name with a semicolon is a field without a value.
  package var lines: [String] { fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" } }

  /// The fields that only the program sets, as it has to know them: ranges, codings, the connection.
  private static let own: Set<String> = [
    "accept-encoding", "connection", "content-length", "expect", "host", "if-range", "keep-alive",
    "proxy-connection", "range", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Reads a file and skips its empty lines. Errors never quote a value, which may be secret.
  /// - Throws: A problem with the line, what was found there and what is allowed.
  package init(_ bytes: [UInt8]) throws(TransferReport.Problem) {
    guard bytes.count <= Self.maximumBytes else {
      throw TransferReport.Problem(
        .request, "the file of fields has more than \(Self.maximumBytes) bytes, the most that are allowed")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw TransferReport.Problem(.request, "the file of fields is not UTF-8")
    }
    var fields: [Field] = []
    for (index, line) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard !line.isEmpty else { continue }
      do throws(Mistake) {
        fields.append(try Self.field(line))
      } catch {
        throw TransferReport.Problem(.request, "the file of fields, line \(index + 1): \(error.words)")
      }
    }
    self.fields = fields
  }

  private struct Mistake: Error { var words: String }

  private static func field(_ line: Substring.UTF8View) throws(Mistake) -> Field {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw Mistake(words: "found no colon, allowed is \"Name: value\"")
    }
    let name = line[..<colon]
    guard !name.isEmpty, name.allSatisfy(isTokenByte) else {
      throw Mistake(
        words: "found no name before the colon, allowed are letters, digits and "
          + "!#$%&'*+-.^_`|~")
    }
    guard !own.contains(String(Substring(name)).lowercased()) else {
      throw Mistake(words: "found \(Substring(name)), which bgtask-transfer sets itself")
    }
    var value = line[line.index(after: colon)...]
    guard value.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else {
      throw Mistake(words: "found a control character in the value of \(Substring(name))")
    }
    while let first = value.first, isBlank(first) { value = value.dropFirst() }
    while let last = value.last, isBlank(last) { value = value.dropLast() }
    return Field(name: String(Substring(name)), value: String(Substring(value)))
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Whether the byte is a `tchar` of RFC 9110, 5.6.2.
  static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
