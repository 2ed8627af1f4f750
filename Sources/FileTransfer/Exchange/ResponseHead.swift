import CCurl
import LinuxSystem
import SchedulerAPI

/// The head of an answer (RFC 9110).
package struct ResponseHead: Hashable, Sendable {
  /// What it says of the request.
  package var status = 0
  /// Its fields, names in small letters.
  private var pairs: [RequestFields.Field] = []

  /// An empty one.
  package init() {}

  /// Takes a line of it. Lines that are no fields are passed over: libcurl has looked at what decides about
  /// the answer's form.
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

  /// The first field of a name in small letters.
  package subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// The values of all fields of a name in small letters.
  func values(of name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

  /// What a report says of it.
  var reported: [String: String] {
    let names = [
      "cache-control", "content-disposition", "content-encoding", "content-language", "content-type", "date",
      "etag", "last-modified", "location", "retry-after",
    ]
    return names.reduce(into: [:]) { $0[$1] = self[$1] }
  }

  /// Where it leads, which may be relative to where it comes from; nil is nowhere.
  var redirection: String? { [301, 302, 303, 307, 308].contains(status) ? self["location"] : nil }

  /// How long the body is, where the head says that (RFC 9112, 6.3).
  package enum BodyLength: Hashable, Sendable {
    /// So many bytes.
    case bytes(Int64)
    /// Nobody says: it ends where its last chunk ends, or with the connection.
    case unsaid
    /// The head says what cannot be: no number, or several of them.
    case impossible(String)
  }

  /// How long the body is. Where it comes in chunks as well, these decide where it ends (RFC 9112, 6.3), and
  /// it is not what the head says when that is elsewhere.
  package var bodyLength: BodyLength {
    let said = values(of: "content-length")
    guard let first = said.first else { return .unsaid }
    guard let count = ByteCount.read(first), said.allSatisfy({ $0 == first }) else {
      return .impossible(said.joined(separator: ", "))
    }
    return .bytes(count)
  }

  /// Which bytes of what the body has; nil when no field says it, or several say it differently.
  package var contentRange: ContentRange? {
    let said = values(of: "content-range")
    guard let first = said.first, said.allSatisfy({ $0 == first }) else { return nil }
    return ContentRange(first)
  }

  /// Whether the body has several parts of the file, each with a head of its own (RFC 9110, 14.6).
  var hasSeveralParts: Bool {
    values(of: "content-type").contains { $0.lowercased().hasPrefix("multipart/byteranges") }
  }

  /// In which form the file comes, in small letters (RFC 9110, 8.4): `gzip`, `gzip,br`. Empty is as it is.
  package var contentCoding: String {
    let names = values(of: "content-encoding").flatMap { $0.split(separator: ",") }.map {
      let name = $0.lowercased().filter { $0 != " " && $0 != "\t" }
      return name == "x-gzip" || name == "x-compress" ? String(name.dropFirst(2)) : name
    }
    return names.filter { !$0.isEmpty && $0 != "identity" }.joined(separator: ",")
  }

  /// What the server calls this state of the file, for If-Range (RFC 9110, 13.1.5): the entity tag, where it
  /// is a strong one; where there is no tag at all the date of the last change, if the answer is from a
  /// second after it at least (8.8.2.2), as the file could have been changed twice in that one. Nil is
  /// nothing, or several names at once.
  package var validator: String? {
    guard Set(values(of: "etag")).count <= 1, Set(values(of: "last-modified")).count <= 1 else { return nil }
    if let tag = self["etag"] { return Self.isStrong(tag) ? tag : nil }
    guard let changed = self["last-modified"], let change = Self.date(changed),
      let answer = self["date"].flatMap(Self.date), answer > change
    else { return nil }
    return changed
  }

  /// `entity-tag` of RFC 9110, 8.8.3, without `W/`, of up to 1 KiB.
  private static func isStrong(_ tag: String) -> Bool {
    let bytes = tag.utf8
    guard 2...1024 ~= bytes.count, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
      return false
    }
    return bytes.dropFirst().dropLast().allSatisfy { $0 == 0x21 || 0x23...0x7E ~= $0 }
  }

  /// For how many seconds the server wants to be left alone, from 1 to a day; nil where it does not say so,
  /// or says a date that is over (RFC 9110, 10.2.3). A date is counted from the one of the answer, so that it
  /// does not matter whose clock is right.
  /// - Parameter now: The date of an answer that has none.
  package func retryAfter(at now: Int64) -> Int64? {
    guard let text = self["retry-after"], text.utf8.count <= 64 else { return nil }
    let day: Int64 = 86_400
    if text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      // What is no number for being too long is a long time all the same.
      let seconds = text.isEmpty ? 0 : Int64(text) ?? day
      return seconds > 0 ? min(seconds, day) : nil
    }
    guard let date = Self.httpDate(text) else { return nil }
    let seconds = date - (self["date"].flatMap(Self.httpDate) ?? now / 1_000_000)
    return seconds > 0 ? min(seconds, day) : nil
  }

  /// A date of HTTP's, in any of its three forms (RFC 9110, 5.6.7), in seconds; nil is none. libcurl reads
  /// more than these, none of which begins with the name of a day.
  private static func httpDate(_ text: String) -> Int64? {
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    return days.contains(String(text.prefix(3))) ? date(text) : nil
  }

  /// A date as libcurl reads it, in seconds; nil is none.
  private static func date(_ text: String) -> Int64? {
    guard text.utf8.count <= 64, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return nil }
    let date = curl_getdate(text, nil)
    return date >= 0 ? Int64(date) : nil
  }

  /// Whether a repeated request may find another answer: 408, 425, 429 and all from 500.
  var passes: Bool { [408, 425, 429].contains(status) || status >= 500 }
}

extension ResponseHead {
  /// What the server wants besides, for people.
  private var wish: String {
    retryAfter(at: SystemClock.wallUSec).map { ", and wants to be left alone for \($0) s" } ?? ""
  }

  /// Why an answer is none that was wanted.
  func refusal(from host: String) -> TransferReport.Problem {
    switch status {
    case _ where passes:
      .init(.server, "\(host) cannot do it now: it answers \(status)" + wish)
    case 200..<300, 304: .init(.unexpected, "\(host) answers \(status), which has no file")
    case 404, 410: .init(.refused, "\(host) has no such file: it answers \(status)")
    case 401, 403: .init(.refused, "\(host) does not allow it: it answers \(status)")
    default: .init(.refused, "\(host) will not do it: it answers \(status)")
    }
  }
}
