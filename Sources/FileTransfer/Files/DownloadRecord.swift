package import Varlink

/// What the part of a download is the beginning of, and how much of it the disk has for certain. It lies
/// beside the part.
package struct DownloadRecord: MessageValue {
  /// The request's address.
  package var url: String
  /// What the server calls this state of the file, so that it can be asked for more of the same; nil is
  /// nothing to go by.
  package var validator: String?
  /// In which form the server sends it (``ResponseHead/contentCoding``); nil is as it is.
  package var coding: String?
  /// How many bytes the whole has; nil when the server did not say.
  package var total: Int64?
  /// So many bytes of the part were on the disk when this was written.
  package var synchronized: Int64
  /// The boot in which the part was last written (`/proc/sys/kernel/random/boot_id`). As long as it lasts the
  /// kernel has all that was written, whoever was killed; after another one only what was on the disk is
  /// certain.
  package var boot: String
  /// The part's inode, by which it is known when it has the file's name; nil where nobody has written it.
  package var inode: Int64?

  /// A record is no longer, in bytes: an address and a validator fit in with their escapes.
  package static let maximumBytes = 128 << 10

  /// A record.
  package init(
    url: String, validator: String? = nil, coding: String? = nil, total: Int64? = nil,
    synchronized: Int64 = 0, boot: String, inode: Int64? = nil
  ) {
    (self.url, self.validator, self.coding, self.total) = (url, validator, coding, total)
    (self.synchronized, self.boot, self.inode) = (synchronized, boot, inode)
  }

  /// How much of a part of this length is what the server has sent.
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
    writer.name("boot")
    writer.text(boot)
    if let coding {
      writer.name("coding")
      writer.text(coding)
    }
    if let inode {
      writer.name("inode")
      writer.integer(inode)
    }
    writer.name("synchronized")
    writer.integer(synchronized)
    if let total {
      writer.name("total")
      writer.integer(total)
    }
    writer.name("url")
    writer.text(url)
    if let validator {
      writer.name("validator")
      writer.text(validator)
    }
    writer.endObject()
  }
}
