package import Varlink

/// The origin of a download's part, and how much of the part is certainly on the disk. The record lies beside
/// the part.
package struct DownloadRecord: MessageValue {
  /// The address in the request.
  package var url: String
  /// The server's name for this state of the file, by which more of the same can be asked for; `nil` where it
  /// has none.
  package var validator: String?
  /// The coding in which the server sends the file (``ResponseHead/contentCoding``); `nil` for none.
  package var coding: String?
  /// The length of the whole file, in bytes; `nil` when the server did not say it.
  package var total: Int64?
  /// The number of the part's bytes that were on the disk when this record was written.
  package var synchronized: Int64
  /// The boot in which the part was last written (`/proc/sys/kernel/random/boot_id`). Within one boot the
  /// kernel keeps all that was written, whichever process is killed; after another boot only the synchronized
  /// bytes are certain.
  package var boot: String
  /// The part's inode, by which it is known under the file's name; `nil` where none was written.
  package var inode: Int64?

  /// The most bytes of a record: an address and a validator fit in with their escapes.
  package static let maximumBytes = 128 << 10

  package init(
    url: String, validator: String? = nil, coding: String? = nil, total: Int64? = nil,
    synchronized: Int64 = 0, boot: String, inode: Int64? = nil
  ) {
    (self.url, self.validator, self.coding, self.total) = (url, validator, coding, total)
    (self.synchronized, self.boot, self.inode) = (synchronized, boot, inode)
  }

  /// Returns how many bytes of a part of this length are certain to be what the server sent.
  package func trusted(of length: Int64, boot current: String) -> Int64 {
    boot == current ? length : min(length, synchronized)
  }

  private static let fields: [StaticString] = [
    "boot", "coding", "inode", "synchronized", "total", "url", "validator",
  ]

  /// Takes the object that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    let count: ClosedRange<Int64> = 0...Int64.max
    var (boot, coding, url, validator): (String?, String?, String?, String?) = (nil, nil, nil, nil)
    var (inode, synchronized, total): (Int64?, Int64?, Int64?) = (nil, nil, nil)
    var members = try reader.object()
    while let member = try reader.member(&members, of: Self.fields) {
      switch member {
      case 0: boot = try reader.text()
      case 1: if try !reader.null() { coding = try reader.text() }
      case 2: if try !reader.null() { inode = try reader.integer(in: count) }
      case 3: synchronized = try reader.integer(in: count)
      case 4: if try !reader.null() { total = try reader.integer(in: count) }
      case 5: url = try reader.text()
      default: if try !reader.null() { validator = try reader.text() }
      }
    }
    guard let boot else { throw reader.missing("boot", in: members, expected: "a string") }
    guard let synchronized else { throw reader.missing("synchronized", in: members) }
    guard let url else { throw reader.missing("url", in: members, expected: "a string") }
    self.init(
      url: url, validator: validator, coding: coding, total: total, synchronized: synchronized, boot: boot,
      inode: inode)
  }

  /// Writes an object.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("boot", boot)
    writer.member("coding", coding)
    writer.member("inode", inode)
    writer.member("synchronized", synchronized)
    writer.member("total", total)
    writer.member("url", url)
    writer.member("validator", validator)
    writer.endObject()
  }
}
