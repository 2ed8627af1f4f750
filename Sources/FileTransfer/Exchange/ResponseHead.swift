import CCurl
import LinuxSystem
import SchedulerAPI

/// The head of a response (RFC 9110).
package struct ResponseHead: Hashable, Sendable {
  /// The status code, 0 before it is known.
  package var status = 0
  /// The fields, with names in lower case.
  private var pairs: [RequestFields.Field] = []

  /// Creates an empty head.
  package init() {}

  /// Takes a line of the head. Lines that are no fields are skipped: libcurl has checked those that decide
  /// the response's form.
  package mutating func take(_ line: UnsafeRawBufferPointer) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
    let name = line[..<colon]
    guard !name.isEmpty, name.allSatisfy(RequestFields.isTokenByte) else { return }
    var value = line[(colon + 1)...]
    while let first = value.first, first <= 0x20 { value = value.dropFirst() }
    while let last = value.last, last <= 0x20 { value = value.dropLast() }
    guard !value.contains(0) else { return }
    pairs.append(
      RequestFields.Field(
        name: String(decoding: name, as: UTF8.self).lowercased(),
        value: String(decoding: value, as: UTF8.self)))
  }

  /// The value of the first field of this name, in lower case.
  package subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// Returns the values of all fields of this name, in lower case.
  func values(of name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

  /// The fields that a report has of the head.
  var reported: [String: String] {
    let names = [
      "cache-control", "content-disposition", "content-encoding", "content-language", "content-type", "date",
      "etag", "last-modified", "location", "retry-after",
    ]
    return names.reduce(into: [:]) { $0[$1] = self[$1] }
  }

  /// The target of a redirect, which may be relative to the request's address; `nil` for other responses.
  var redirection: String? { [301, 302, 303, 307, 308].contains(status) ? self["location"] : nil }

  /// The length of a body, as the head says it (RFC 9112, 6.3).
  package enum BodyLength: Hashable, Sendable {
    case bytes(Int64)
    /// The head has no length: the body ends with its last chunk, or with the connection.
    case unsaid
    /// The head says no number, or several different ones.
    case impossible(String)
  }

  /// The length of the body in Content-Length. In a chunked body the chunks decide where it ends (RFC 9112,
  /// 6.3), even where Content-Length says another length.
  package var bodyLength: BodyLength {
    let said = values(of: "content-length")
    guard let first = said.first else { return .unsaid }
    guard let count = ByteCount.read(first), said.allSatisfy({ $0 == first }) else {
      return .impossible(said.joined(separator: ", "))
    }
    return .bytes(count)
  }

  /// The range of the file in the body; `nil` when no field says it, or several say different ones.
  package var contentRange: ContentRange? {
    let said = values(of: "content-range")
    guard let first = said.first, said.allSatisfy({ $0 == first }) else { return nil }
    return ContentRange(first)
  }

  /// Whether the body has several parts of the file, each with a head of its own (RFC 9110, 14.6).
  var hasSeveralParts: Bool {
    values(of: "content-type").contains { $0.lowercased().hasPrefix("multipart/byteranges") }
  }

  /// The codings of the file, in lower case (RFC 9110, 8.4): `gzip`, `gzip,br`. Empty for none.
  package var contentCoding: String {
    let names = values(of: "content-encoding").flatMap { $0.split(separator: ",") }.map {
      let name = $0.lowercased().filter { $0 != " " && $0 != "\t" }
      return name == "x-gzip" || name == "x-compress" ? String(name.dropFirst(2)) : name
    }
    return names.filter { !$0.isEmpty && $0 != "identity" }.joined(separator: ",")
  }

  /// The server's name for this state of the file, for If-Range (RFC 9110, 13.1.5): the entity tag if it is a
  /// strong one; without a tag the date of the last change, if the response is at least a second newer
  /// (8.8.2.2), as the file could change twice within one. `nil` where there is no such name, or several.
  package var validator: String? {
    guard Set(values(of: "etag")).count <= 1, Set(values(of: "last-modified")).count <= 1 else { return nil }
    if let tag = self["etag"] { return Self.isStrong(tag) ? tag : nil }
    guard let changed = self["last-modified"], let change = Self.date(changed),
      let answer = self["date"].flatMap(Self.date), answer > change
    else { return nil }
    return changed
  }

  /// Whether the text is an `entity-tag` (RFC 9110, 8.8.3) without `W/`, of up to 1 KiB.
  private static func isStrong(_ tag: String) -> Bool {
    let bytes = tag.utf8
    guard 2...1024 ~= bytes.count, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
      return false
    }
    return bytes.dropFirst().dropLast().allSatisfy { $0 == 0x21 || 0x23...0x7E ~= $0 }
  }

  /// Returns for how many seconds the server asks to be left alone, from 1 to a day; `nil` where it does not
  /// ask, or names a date that is over (RFC 9110, 10.2.3). A date counts from the date of the response, so
  /// that it does not matter whose clock is right.
  /// - Parameter now: The date of a response that has none, in µs.
  package func retryAfter(at now: Int64) -> Int64? {
    guard let text = self["retry-after"], text.utf8.count <= 64 else { return nil }
    let day: Int64 = 86_400
    if text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      // A number that is too long for 64 bits is a long time all the same.
      let seconds = text.isEmpty ? 0 : Int64(text) ?? day
      return seconds > 0 ? min(seconds, day) : nil
    }
    guard let date = Self.httpDate(text) else { return nil }
    let seconds = date - (self["date"].flatMap(Self.httpDate) ?? now / 1_000_000)
    return seconds > 0 ? min(seconds, day) : nil
  }

  /// Returns a date in any of HTTP's three forms (RFC 9110, 5.6.7), in seconds, or `nil`. libcurl reads more
  /// forms, none of which begins with the name of a day.
  private static func httpDate(_ text: String) -> Int64? {
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    return days.contains(String(text.prefix(3))) ? date(text) : nil
  }

  /// Returns a date in a form that libcurl reads, in seconds, or `nil`.
  private static func date(_ text: String) -> Int64? {
    guard text.utf8.count <= 64, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return nil }
    let date = curl_getdate(text, nil)
    return date >= 0 ? Int64(date) : nil
  }

  /// Whether a repeated request may get another response: after 408, 425, 429 and all from 500.
  var passes: Bool { [408, 425, 429].contains(status) || status >= 500 }
}

extension ResponseHead {
  /// The time in Retry-After, in words for people.
  private var wish: String {
    retryAfter(at: SystemClock.wallUSec).map { ", and asks for a pause of \($0) s" } ?? ""
  }

  /// Returns the problem with a response that does not do what was asked.
  func refusal(from host: String) -> TransferReport.Problem {
    switch status {
    case _ where passes:
      .init(.server, "\(host) cannot serve the request now: it answers \(status)" + wish)
    case 200..<300, 304: .init(.unexpected, "\(host) answers \(status), which brings no file")
    case 404, 410: .init(.refused, "\(host) has no such file: it answers \(status)")
    case 401, 403: .init(.refused, "\(host) does not allow the request: it answers \(status)")
    default: .init(.refused, "\(host) refuses the request: it answers \(status)")
    }
  }
}
