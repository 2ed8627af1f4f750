package import SchedulerCore

extension Wire.Transfer {
  /// Checks what bounds do not say, and makes what decisions need of it.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
  package func checked() throws(SchedulerInterfaceError) -> TransferRule {
    let address = try TransferAddress(url, field: "transfer.url")
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
      host: address.host, priority: priority ?? .normal, isDiscretionary: discretionary ?? false,
      session: session)
  }

  /// Checks where the report is to be: not in the place of another of the transfer's files.
  package func checkReport() throws(SchedulerInterfaceError) {
    guard let report else { return }
    try Self.check(file: report, field: "transfer.report")
    guard report != file, report != headersFile else {
      throw .invalidRequest(
        field: "transfer.report",
        message: "found the path of another of its files, allowed is one that nothing else has")
    }
  }

  /// What has no body that could be kept, or is no request for a file.
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

  /// The digits of a checksum of SHA-256 (FIPS 180-4), in small letters; nil when it asks for none.
  package var sha256: String? { checksum.map { $0.dropFirst(Self.checksumPrefix.count).lowercased() } }

  private static let checksumPrefix = "sha256:"

  private static func isChecksum(_ text: String) -> Bool {
    text.hasPrefix(checksumPrefix) && text.utf8.count == checksumPrefix.utf8.count + 64
      && text.dropFirst(checksumPrefix.count).allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// A path that a file can have.
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

/// Where a transfer comes from or goes to (RFC 3986, RFC 9110).
package struct TransferAddress: Hashable, Sendable {
  /// Host and port, in small letters.
  package var host: String

  /// - Parameters:
  ///   - text: The whole address.
  ///   - field: What to call it in an error.
  /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
  package init(_ text: String, field: String) throws(SchedulerInterfaceError) {
    func problem(_ found: String) -> SchedulerInterfaceError {
      .invalidRequest(
        field: field,
        message: "found \(found), allowed is an address that begins with https:// or http:// and a host")
    }
    guard text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw problem("a space or something else that has to be written as %20 and the like")
    }
    let ports = ["https": "443", "http": "80"]
    guard let end = text.firstRange(of: "://"), let port = ports[text[..<end.lowerBound].lowercased()] else {
      throw problem(FieldCheck.quoted(text))
    }
    let authority = text[end.upperBound...].prefix { !"/?#".contains($0) }
    guard !authority.contains("@") else {
      throw .invalidRequest(
        field: field,
        message: "found a user's name in the address, which lists show; allowed is one without, and "
          + "transfer.headersFile for what nobody else is to see")
    }
    let name = authority.lowercased()
    guard let first = name.first, first != ":" else { throw problem("no host in \(FieldCheck.quoted(text))") }
    // The colons of an IPv6 address stand in brackets.
    let hasPort = name.split(separator: "]", omittingEmptySubsequences: false).last?.contains(":") == true
    host = hasPort ? name : "\(name):\(port)"
  }
}
