package import Varlink

/// What became of an attempt of a transfer, as its program writes it into the file that `report` of the
/// request names. An attempt that was killed says nothing.
package struct TransferReport: MessageValue {
  /// How the attempt has ended.
  package var outcome: Outcome
  /// The status of the last answer (RFC 9110, 15); nil when there was none, or none was needed.
  package var status: Int?
  /// How many bytes of the file are at its destination: of a download in its part or, when it is done, in the
  /// file; of an upload those that were sent.
  package var bytes: Int64
  /// How many the whole file has; nil as long as nobody has said so.
  package var totalBytes: Int64?
  /// So many bytes of a download were there before the attempt and were not asked for again.
  package var resumedAt: Int64
  /// How many bytes of bodies have come in this attempt.
  package var bytesReceived: Int64
  /// Of the last answer's head the fields that say what it is about, by their names in small letters.
  package var headers: [String: String]
  /// Why it is not done; nil when it is.
  package var error: Problem?
  /// Where the last answer came from, behind all redirects.
  package var url: String
  /// What the server has answered to an upload, where that is text (UTF-8) of up to 1 MiB; else nil.
  package var body: String?

  /// A report.
  package init(
    outcome: Outcome, status: Int? = nil, bytes: Int64, totalBytes: Int64? = nil, resumedAt: Int64 = 0,
    bytesReceived: Int64 = 0, headers: [String: String] = [:], error: Problem? = nil, url: String,
    body: String? = nil
  ) {
    (self.outcome, self.status, self.bytes, self.totalBytes) = (outcome, status, bytes, totalBytes)
    (self.resumedAt, self.bytesReceived, self.headers) = (resumedAt, bytesReceived, headers)
    (self.error, self.url, self.body) = (error, url, body)
  }

  /// How an attempt has ended.
  package enum Outcome: String, CaseIterable, Sendable {
    /// The file is where it was to be, whole.
    case done
    /// Something was in the way that passes.
    case again
    /// The same would come of another attempt.
    case failed
  }

  /// Why an attempt has not done it.
  package struct Problem: Error, Hashable, Sendable {
    /// For programs.
    package var code: Code
    /// One line for people.
    package var message: String

    /// A problem.
    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
  }

  /// The kinds of problems.
  package enum Code: String, CaseIterable, Sendable {
    // What passes.

    /// The server cannot be reached, or the connection is lost or stands still.
    case network
    /// The server says that it cannot now: 408, 425, 429 and all from 500.
    case server
    /// Less came than the server has said.
    case incomplete
    /// The disk has no room.
    case full
    /// Another transfer writes the same file.
    case busy
    /// It was told to stop.
    case stopped
    /// The file was changed while it was sent.
    case changed

    // What stays.

    /// The file is not what the checksum is of.
    case checksum
    /// What came is not what was asked for.
    case unexpected
    /// The file to send cannot be read.
    case unreadable
    /// The server will not do it: an answer that is none of success, and none that passes.
    case refused
    /// The file cannot be written.
    case unwritable
    /// It is not HTTP that the server speaks.
    case `protocol`
    /// The server leads to where nothing may be followed, or round in circles.
    case redirect
    /// The server's certificate is not trusted.
    case certificate
    /// The request itself, or its file of fields, is wrong.
    case request

    /// What comes of it.
    package var outcome: Outcome {
      switch self {
      case .network, .server, .incomplete, .full, .busy, .stopped, .changed: .again
      case .checksum, .unexpected, .unreadable, .refused, .unwritable, .protocol, .redirect, .certificate,
        .request:
        .failed
      }
    }
  }
}

// MARK: - As JSON

extension TransferReport {
  private static let fields: [StaticString] = [
    "body", "bytes", "bytesReceived", "error", "headers", "outcome", "resumedAt", "status", "totalBytes",
    "url",
  ]

  /// Takes the object that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    let count: ClosedRange<Int64> = 0...Int64.max
    var (body, bytes, bytesReceived, resumedAt): (String?, Int64?, Int64, Int64) = (nil, nil, 0, 0)
    var (error, headers, outcome): (Problem?, [String: String], Outcome?) = (nil, [:], nil)
    var (status, totalBytes, url): (Int?, Int64?, String?) = (nil, nil, nil)
    var members = try reader.object()
    while let member = try reader.member(&members, of: Self.fields) {
      switch member {
      case 0: if try !reader.null() { body = try reader.text() }
      case 1: bytes = try reader.integer(in: count)
      case 2: bytesReceived = try reader.integer(in: count)
      case 3: if try !reader.null() { error = try Problem(from: &reader) }
      case 4: headers = try reader.namedTexts()
      case 5: outcome = try Outcome(from: &reader)
      case 6: resumedAt = try reader.integer(in: count)
      case 7: if try !reader.null() { status = Int(try reader.integer(in: 100...999)) }
      case 8: if try !reader.null() { totalBytes = try reader.integer(in: count) }
      default: url = try reader.text()
      }
    }
    guard let outcome else {
      throw reader.missing("outcome", in: members, expected: "one of \"done\", \"again\", \"failed\"")
    }
    guard let bytes else { throw reader.missing("bytes", in: members) }
    guard let url else { throw reader.missing("url", in: members, expected: "a string") }
    self.init(
      outcome: outcome, status: status, bytes: bytes, totalBytes: totalBytes, resumedAt: resumedAt,
      bytesReceived: bytesReceived, headers: headers, error: error, url: url, body: body)
  }

  /// Writes an object.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    if let body {
      writer.name("body")
      writer.text(body)
    }
    writer.name("bytes")
    writer.integer(bytes)
    writer.name("bytesReceived")
    writer.integer(bytesReceived)
    if let error {
      writer.name("error")
      error.write(to: &writer)
    }
    writer.name("headers")
    writer.map(headers) { $0.text($1) }
    writer.name("outcome")
    outcome.write(to: &writer)
    writer.name("resumedAt")
    writer.integer(resumedAt)
    if let status {
      writer.name("status")
      writer.integer(status)
    }
    if let totalBytes {
      writer.name("totalBytes")
      writer.integer(totalBytes)
    }
    writer.name("url")
    writer.text(url)
    writer.endObject()
  }
}

extension TransferReport.Problem: MessageValue {
  private static let fields: [StaticString] = ["code", "message"]

  /// Takes the object that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    var (code, message): (TransferReport.Code?, String?) = (nil, nil)
    var members = try reader.object()
    while let member = try reader.member(&members, of: Self.fields) {
      switch member {
      case 0: code = try TransferReport.Code(from: &reader)
      default: message = try reader.text()
      }
    }
    guard let code else {
      throw reader.missing("code", in: members, expected: "the name of a kind of problem")
    }
    guard let message else { throw reader.missing("message", in: members, expected: "a string") }
    self.init(code, message)
  }

  /// Writes an object.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("code")
    code.write(to: &writer)
    writer.name("message")
    writer.text(message)
    writer.endObject()
  }
}

extension TransferReport.Outcome: MessageValue {
  private static let names: [StaticString] = ["done", "again", "failed"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    self = Self.allCases[try reader.choice(among: Self.names)]
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) { writer.text(rawValue) }
}

extension TransferReport.Code: MessageValue {
  private static let names: [StaticString] = [
    "network", "server", "incomplete", "full", "busy", "stopped", "changed", "checksum", "unexpected",
    "unreadable", "refused", "unwritable", "protocol", "redirect", "certificate", "request",
  ]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    self = Self.allCases[try reader.choice(among: Self.names)]
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) { writer.text(rawValue) }
}
