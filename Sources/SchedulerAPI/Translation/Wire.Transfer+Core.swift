import PlainText
package import SchedulerCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Wire.Transfer {
  /// Checks what the bounds of single fields do not cover, and returns the core's form.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
  package func checked() throws(SchedulerInterfaceError) -> TransferRule {
    let host = try host
    for (name, path) in [("file", file), ("headersFile", headersFile)] {
      if let path { try Self.check(file: path, field: "transfer.\(name)") }
    }
    try checkReport()
    try checkMethod()
    if let checksum, !Self.isChecksum(checksum) {
      throw .invalidRequest(
        field: "transfer.checksum",
        message: "found \(FieldCheck.quoted(checksum)), allowed is sha256: with 64 hexadecimal digits")
    }
    if let session { try FieldCheck.identifier(session, field: "transfer.session") }
    return TransferRule(
      host: host, priority: priority ?? .normal, isDiscretionary: discretionary ?? false,
      session: session)
  }

  private var host: String {
    get throws(SchedulerInterfaceError) {
      do throws(TransferAddress.Mistake) { return try TransferAddress(url).host } catch {
        throw .invalidRequest(field: "transfer.url", message: error.words)
      }
    }
  }

  /// Checks the path of the report, which must not be that of another of the transfer's files.
  package func checkReport() throws(SchedulerInterfaceError) {
    guard let report else { return }
    try Self.check(file: report, field: "transfer.report")
    guard report != file, report != headersFile else {
      throw .invalidRequest(
        field: "transfer.report",
        message: "found the path of another file of the transfer, allowed is a path of its own")
    }
  }

  /// The methods that have no body to keep, or do not request a file.
  private static let methodsWithoutFile: Set<String> = ["CONNECT", "HEAD", "OPTIONS", "TRACE"]

  private func checkMethod() throws(SchedulerInterfaceError) {
    guard let method else { return }
    guard method.utf8.allSatisfy({ 0x41...0x5A ~= $0 }) else {
      throw .invalidRequest(
        field: "transfer.method",
        message: "found \(FieldCheck.quoted(method)), allowed are capital letters, such as GET, PUT or POST")
    }
    guard !Self.methodsWithoutFile.contains(method) else {
      throw .invalidRequest(
        field: "transfer.method",
        message: "found \(method), which moves no file; allowed are methods such as GET, PUT or POST")
    }
  }

  /// The digits of the SHA-256 checksum (FIPS 180-4), in lower case; `nil` when there is none.
  package var sha256: String? { checksum.map { $0.dropFirst(Self.checksumPrefix.count).lowercased() } }

  private static let checksumPrefix = "sha256:"

  private static func isChecksum(_ text: String) -> Bool {
    text.hasPrefix(checksumPrefix) && text.utf8.count == checksumPrefix.utf8.count + 64
      && text.dropFirst(checksumPrefix.count).allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// Checks a path that a file can have.
  private static func check(file path: String, field: String) throws(SchedulerInterfaceError) {
    try FieldCheck.absolutePath(path, field: field)
    let name = path.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }
    guard !name.isEmpty, !path.hasSuffix("/."), !path.hasSuffix("/.."), name.count <= 200 else {
      throw .invalidRequest(
        field: field,
        message: "found \(FieldCheck.quoted(path)), allowed is the path of a file, whose name has up to 200 "
          + "bytes")
    }
  }
}

/// The address of a transfer's other end (RFC 3986, RFC 9110).
package struct TransferAddress: Hashable, Sendable {
  /// Host and port, in lower case.
  package var host: String

  /// An error in an address.
  package struct Mistake: Error {
    /// The words on what was found and is allowed, without what only the owner may see.
    package var words: String
  }

  /// - Parameter text: The whole address.
  /// - Throws: ``Mistake`` when the address is invalid.
  package init(_ text: String) throws(Mistake) {
    func problem(_ found: String) -> Mistake {
      Mistake(words: "found \(found), allowed is an address that begins with https:// or http:// and a host")
    }
    guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw problem("a space or another character that has to be written as %20 or the like")
    }
    let ports = ["https": 443, "http": 80]
    guard let end = text.firstPlace(of: "://"), let usual = ports[text[..<end.lowerBound].lowercased()] else {
      throw problem(FieldCheck.quoted(Self.shown(text)))
    }
    let authority = text[end.upperBound...].prefix { !"/?#".contains($0) }
    guard !authority.contains("@") else {
      throw Mistake(
        words: "found a user's name in the address, which lists show; allowed is an address without one, and "
          + "transfer.headersFile for credentials")
    }
    // The colons of an IPv6 address stand in brackets.
    let bracket = authority.hasPrefix("[") ? authority.lastIndex(of: "]") ?? authority.endIndex : nil
    let colon = authority[(bracket ?? authority.startIndex)...].firstIndex(of: ":")
    let name = authority[..<(colon ?? authority.endIndex)].lowercased()
    guard !name.isEmpty else { throw problem("no host in \(FieldCheck.quoted(Self.shown(text)))") }
    guard Self.isHost(name) else { throw problem("\(FieldCheck.quoted(name)) in the place of the host") }
    let digits = colon.map { authority[authority.index(after: $0)...] } ?? ""
    guard let port = digits.isEmpty ? usual : Self.port(digits) else {
      throw problem("\(FieldCheck.quoted(String(digits))) in the place of the port, which is 1 to 65535")
    }
    host = "\(name):\(port)"
  }

  /// The longest name of a host and the longest label between its dots, in bytes (RFC 1035, 2.3.4).
  private static let (longestName, longestLabel) = (253, 63)

  /// Whether the text is a name, or an IPv6 address in brackets (RFC 3986, 3.2.2) with or without its zone
  /// (RFC 6874), by its syntax.
  private static func isHost(_ name: String) -> Bool {
    guard name.hasPrefix("[") else { return isName(name) }
    let text = name.dropFirst().dropLast()
    let mark = text.firstPlace(of: "%25")
    let zone = mark.map { text[$0.upperBound...].utf8 }
    var address = in6_addr()
    guard name.hasSuffix("]"),
      inet_pton(AF_INET6, String(text[..<(mark?.lowerBound ?? text.endIndex)]), &address) == 1
    else { return false }
    return zone.map {
      !$0.isEmpty && $0.allSatisfy { FieldCheck.isLetterOrDigit($0) || "-._~".utf8.contains($0) }
    } ?? true
  }

  /// Whether the text is labels with dots between them; the root's dot may be at the end.
  private static func isName(_ name: String) -> Bool {
    guard name.utf8.count <= longestName, !name.contains(where: { "[]\\^`{|}<>\"".contains($0) }) else {
      return false
    }
    let labels = (name.hasSuffix(".") ? name.dropLast() : name[...])
      .split(separator: ".", omittingEmptySubsequences: false)
    return labels.allSatisfy { 1...longestLabel ~= $0.utf8.count }
  }

  private static func port(_ digits: Substring) -> Int? {
    guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let port = Int(digits), 1...65535 ~= port else {
      return nil
    }
    return port
  }

  /// Returns the part of an address that may be shown: without the user's name, and without what follows the
  /// path, which may be as secret.
  package static func shown(_ text: String) -> String {
    let text = text.prefix { !"?#".contains($0) }
    let start = text.firstPlace(of: "://")?.upperBound ?? text.startIndex
    let authority = text[start...].prefix { $0 != "/" }
    guard let end = authority.lastIndex(of: "@") else { return String(text) }
    return String(text[..<start] + text[text.index(after: end)...])
  }
}
