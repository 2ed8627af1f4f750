import FileTransfer
import SchedulerAPI
import Varlink

/// Everything that a transfer's program reads: fields, records, reports, and heads of responses.
enum TransfersTarget: FuzzTarget {
  static let name = "transfers"

  static func run(_ bytes: UnsafeRawBufferPointer) {
    fields(Array(bytes))
    record(Array(bytes))
    report(Array(bytes))
    head(bytes)
    range(String(decoding: bytes, as: UTF8.self))
  }

  /// Checks that no field that was read spreads over more than its line.
  private static func fields(_ bytes: [UInt8]) {
    do throws(TransferReport.Problem) {
      let fields = try RequestFields(bytes)
      for line in fields.lines {
        hold(line.utf8.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }, "a field is one line")
        let lower = line.lowercased()
        for own in ["host:", "content-length:", "transfer-encoding:", "range:", "if-range:", "connection:"] {
          hold(!lower.hasPrefix(own) && !lower.hasPrefix(own.dropLast() + ";"), "\(own) is the program's own")
        }
      }
      let text = fields.fields.map { "\($0.name): \($0.value)\n" }.joined()
      if text.utf8.count <= RequestFields.maximumBytes {
        hold((try? RequestFields(Array(text.utf8))) == fields, "what was read is written so")
      }
    } catch {
      hold(error.code == .request, "a file of fields that is wrong is the request's problem")
    }
  }

  private static func record(_ bytes: [UInt8]) {
    guard let record = try? DownloadRecord(json: bytes, refusesUnknown: true) else { return }
    hold((try? DownloadRecord(json: record.json, refusesUnknown: true)) == record, "a record is one")
    for boot in [record.boot, record.boot + "x"] {
      for length in [0, 1, record.synchronized, .max] {
        hold(0...length ~= record.trusted(of: length, boot: boot), "no more is trusted than is there")
      }
    }
    hold(record.trusted(of: .max, boot: record.boot + "x") == record.synchronized, "nor than was on the disk")
  }

  private static func report(_ bytes: [UInt8]) {
    guard let report = try? TransferReport(json: bytes, refusesUnknown: true) else { return }
    hold((try? TransferReport(json: report.json, refusesUnknown: true)) == report, "a report is one")
  }

  private static func head(_ bytes: UnsafeRawBufferPointer) {
    var head = ResponseHead()
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      head.take(UnsafeRawBufferPointer(rebasing: line))
    }
    if case .bytes(let count) = head.bodyLength { hold(count >= 0, "a length is none below nothing") }
    if let validator = head.validator {
      hold(validator.utf8.count <= 1024, "what goes back is short")
      hold(validator.utf8.allSatisfy { 0x20..<0x7F ~= $0 }, "and leaves its line nowhere")
      hold(!validator.hasPrefix("W/"), "and tells for certain")
    }
    _ = head["content-range"].map(range)
  }

  private static func range(_ text: String) {
    guard let range = ContentRange(text) else { return }
    hold(range.bytes != nil || range.total != nil, "a range says something")
    if let bytes = range.bytes {
      hold(bytes.lowerBound >= 0 && bytes.upperBound < range.total ?? .max, "it lies in the whole")
    }
  }
}
