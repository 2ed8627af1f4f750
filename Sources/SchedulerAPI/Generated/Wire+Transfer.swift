// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// A file that is fetched or sent by HTTP, as the user who submits it, whether or not anybody is logged in.
  /// An interrupted transfer goes on where it was, as long as the server says that it has the same content
  /// (RFC 9110, Range, If-Range).
  package struct Transfer: MessageStructure {
    /// The direction of the transfer.
    package var direction: Wire.TransferDirection
    /// The address of the content or of its destination, which begins with https:// or http://
    /// (1 to 8192 bytes). A redirect to another scheme is not followed, except from http to https.
    package var url: String
    /// The file, by its absolute path (2 to 4095 bytes). A download appears in one step, when it is whole;
    /// until then its bytes are beside it, in .NAME.bgtask-part. An upload sends a regular file whose length
    /// is that of its contents, so none that the kernel makes up, as those of /proc.
    package var file: String
    /// The method in capital letters (1 to 32 bytes). Absent: GET, and PUT for an upload.
    package var method: String?
    /// A file with fields for the request's head, one "Name: value" a line, by its absolute path
    /// (2 to 4095 bytes). The file is read at each start, as the user, up to 64 KiB. Absent: none.
    package var headersFile: String?
    /// The checksum of the file: sha256: and 64 hexadecimal digits (71 bytes). Absent: any file will do.
    package var checksum: String?
    /// The most bytes a second, on the average (1024 to 1099511627776). Absent: as many as come.
    package var bytesPerSecond: Int?
    /// The rank of the transfer. Absent: normal.
    package var priority: Wire.TransferPriority?
    /// Whether the transfer can wait for a good moment, as other work. Absent: false, it begins as soon as
    /// there is a network and room.
    package var discretionary: Bool?
    /// The identifier of a task of the user that does not begin before all transfers that name it have ended
    /// (1 to 255 bytes). A transfer waits for none. Such a task that is submitted together with the
    /// transfers, by SubmitBatch, takes what they bring. Absent: none.
    package var session: String?
    /// A file for the result of the transfer, as JSON, by its absolute path (2 to 4095 bytes). The file is
    /// written anew at the end of each attempt, at first for its owner alone: addresses and fields of the
    /// response may be secret. A file that cannot be written does not change the outcome; the run's output
    /// and its last progress say so. Absent: none.
    package var report: String?

    package init(
      direction: Wire.TransferDirection, url: String, file: String, method: String? = nil,
      headersFile: String? = nil, checksum: String? = nil, bytesPerSecond: Int? = nil,
      priority: Wire.TransferPriority? = nil, discretionary: Bool? = nil, session: String? = nil,
      report: String? = nil
    ) {
      (self.direction, self.url, self.file, self.method) = (direction, url, file, method)
      (self.headersFile, self.checksum, self.bytesPerSecond) = (headersFile, checksum, bytesPerSecond)
      (self.priority, self.discretionary, self.session) = (priority, discretionary, session)
      self.report = report
    }

    private static let fields: [StaticString] = [
      "bytesPerSecond", "checksum", "direction", "discretionary", "file", "headersFile", "method", "priority",
      "report", "session", "url"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var direction: Wire.TransferDirection?, url: String?, file: String?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { bytesPerSecond = Int(try reader.integer()) }
          case 1: if try !reader.null() { checksum = try reader.text() }
          case 2: direction = try Wire.TransferDirection(from: &reader)
          case 3: if try !reader.null() { discretionary = try reader.flag() }
          case 4: file = try reader.text()
          case 5: if try !reader.null() { headersFile = try reader.text() }
          case 6: if try !reader.null() { method = try reader.text() }
          case 7: if try !reader.null() { priority = try Wire.TransferPriority(from: &reader) }
          case 8: if try !reader.null() { report = try reader.text() }
          case 9: if try !reader.null() { session = try reader.text() }
          default: url = try reader.text()
        }
      }
      self.direction = try reader.required(direction, "direction", in: members)
      self.url = try reader.required(url, "url", in: members)
      self.file = try reader.required(file, "file", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("bytesPerSecond", bytesPerSecond)
      writer.member("checksum", checksum)
      writer.member("direction", direction)
      writer.member("discretionary", discretionary)
      writer.member("file", file)
      writer.member("headersFile", headersFile)
      writer.member("method", method)
      if let priority { writer.member("priority", priority) }
      writer.member("report", report)
      writer.member("session", session)
      writer.member("url", url)
    }

    /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
    package enum Bounds {
      package static let url: ClosedRange<Int> = 1...8192
      package static let file: ClosedRange<Int> = 2...4095
      package static let method: ClosedRange<Int> = 1...32
      package static let headersFile: ClosedRange<Int> = 2...4095
      package static let bytesPerSecond: ClosedRange<Int> = 1024...1099511627776
      package static let session: ClosedRange<Int> = 1...255
      package static let report: ClosedRange<Int> = 2...4095
    }

    /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
    package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
      try FieldCheck.bytes(url, Bounds.url, path, "url")
      try FieldCheck.bytes(file, Bounds.file, path, "file")
      try FieldCheck.bytes(method, Bounds.method, path, "method")
      try FieldCheck.bytes(headersFile, Bounds.headersFile, path, "headersFile")
      try FieldCheck.number(bytesPerSecond, Bounds.bytesPerSecond, path, "bytesPerSecond")
      try FieldCheck.bytes(session, Bounds.session, path, "session")
      try FieldCheck.bytes(report, Bounds.report, path, "report")
    }
  }
}
