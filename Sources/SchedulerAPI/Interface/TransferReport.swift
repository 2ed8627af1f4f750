package import Varlink

/// The report of an attempt of a transfer, which its program writes into the file that the request's `report`
/// names. An attempt that was killed writes none.
package struct TransferReport: MessageStructure {
  package var outcome: Outcome
  /// The status of the last response (RFC 9110, 15); `nil` when there was none, or none was needed.
  package var status: Int?
  /// The number of bytes at the destination: of a download those in its part or, when it is done, in the
  /// file; of an upload those that were sent.
  package var bytes: Int64
  /// The size of the whole file; `nil` as long as it is unknown.
  package var totalBytes: Int64?
  /// The number of bytes of a download that were there before the attempt and were not requested again.
  package var resumedAt: Int64
  /// The number of bytes of bodies that were received in this attempt.
  package var bytesReceived: Int64
  /// The fields of the last response's head that describe its content, by their names in lower case.
  package var headers: [String: String]
  /// The problem of an attempt that is not done; `nil` when it is done.
  package var error: Problem?
  /// The URL of the last response, behind all redirects.
  package var url: String
  /// The response's body to an upload, where it is text (UTF-8) of up to 1 MiB; else `nil`.
  package var body: String?

  package init(
    outcome: Outcome, status: Int? = nil, bytes: Int64, totalBytes: Int64? = nil, resumedAt: Int64 = 0,
    bytesReceived: Int64 = 0, headers: [String: String] = [:], error: Problem? = nil, url: String,
    body: String? = nil
  ) {
    (self.outcome, self.status, self.bytes, self.totalBytes) = (outcome, status, bytes, totalBytes)
    (self.resumedAt, self.bytesReceived, self.headers) = (resumedAt, bytesReceived, headers)
    (self.error, self.url, self.body) = (error, url, body)
  }

  /// The outcome of an attempt.
  package enum Outcome: String, CaseIterable, Sendable {
    /// The whole file is at its destination.
    case done
    /// A passing problem: another attempt may succeed.
    case again
    /// A lasting problem: another attempt would end the same.
    case failed
  }

  /// A reason why an attempt is not done.
  package struct Problem: Error, Hashable, Sendable {
    /// The kind of problem, for programs.
    package var code: Code
    /// One line for people.
    package var message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }
  }

  /// The kinds of problems.
  package enum Code: String, CaseIterable, Sendable {
    // Passing problems.

    /// The server cannot be reached, or the connection is lost or stands still.
    case network
    /// The server cannot answer now: 408, 425, 429 and all from 500.
    case server
    /// The server has sent less than it announced.
    case incomplete
    /// The disk is full.
    case full
    /// Another transfer writes the same file.
    case busy
    /// The attempt was told to stop.
    case stopped
    /// The file was changed while it was sent.
    case changed

    // Lasting problems.

    /// The file does not match the checksum.
    case checksum
    /// The response does not fit the request.
    case unexpected
    /// The file to send cannot be read.
    case unreadable
    /// The server refuses: a status that is neither a success nor passing.
    case refused
    /// The file cannot be written.
    case unwritable
    /// The server does not speak HTTP.
    case `protocol`
    /// A redirect leads to an address that may not be followed, or in circles.
    case redirect
    /// The server's certificate is not trusted.
    case certificate
    /// The request or its headers file is wrong.
    case request

    /// The outcome to which the problem leads.
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

  /// Reads the report, an object.
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
    self.init(
      outcome: try reader.required(outcome, "outcome", in: members), status: status,
      bytes: try reader.required(bytes, "bytes", in: members), totalBytes: totalBytes, resumedAt: resumedAt,
      bytesReceived: bytesReceived, headers: headers, error: error,
      url: try reader.required(url, "url", in: members), body: body)
  }

  /// Writes the report's members.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("body", body)
    writer.member("bytes", bytes)
    writer.member("bytesReceived", bytesReceived)
    writer.member("error", error)
    writer.member("headers", headers)
    writer.member("outcome", outcome)
    writer.member("resumedAt", resumedAt)
    writer.member("status", status)
    writer.member("totalBytes", totalBytes)
    writer.member("url", url)
  }
}

extension TransferReport.Problem: MessageStructure {
  private static let fields: [StaticString] = ["code", "message"]

  /// Reads the problem, an object.
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
    self.init(code, try reader.required(message, "message", in: members))
  }

  /// Writes the problem's members.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("code", code)
    writer.member("message", message)
  }
}

extension TransferReport.Outcome: MessageWord {}

extension TransferReport.Code: MessageWord {}
