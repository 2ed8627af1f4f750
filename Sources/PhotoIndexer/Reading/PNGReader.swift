/// Reads a PNG file's chunks (RFC 2083): the dimensions, texts, and EXIF. Its end is looked for as well: a
/// PNG says where it is.
enum PNGReader {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// So many chunks are looked at. A large picture in pieces of 8 KiB has some thousand.
  static let chunkLimit = 65_536
  /// Larger chunks of text are not read.
  private static let textLimit = 4096
  private static let exifLimit = 65_536

  static func read(_ file: some PhotoBytes, into facts: inout PhotoFacts) throws(PhotoProblem) {
    var offset = signature.count
    for index in 0..<chunkLimit {
      let head = try file.bytes(8, at: offset, "its chunks")
      let length = Int(ByteOrder.big.number(head[..<4]))
      let type = String(decoding: head[4...], as: UTF8.self)
      guard length <= Int(Int32.max) else {
        throw PhotoProblem(.damaged, "the chunk at byte \(offset) says that it has \(length) bytes")
      }
      guard (index == 0) == (type == "IHDR") else {
        throw PhotoProblem(.damaged, "its header is not where it has to be")
      }
      let content = (offset: offset + 8, count: length)
      switch type {
      case "IHDR": try readHeader(file.bytes(13, at: content.offset, "its header"), &facts)
      case "tEXt" where length <= textLimit:
        readText(try file.bytes(length, at: content.offset, "a text"), &facts)
      case "eXIf" where length <= exifLimit:
        EXIFReader.read(block: try file.bytes(length, at: content.offset, "its EXIF data"), &facts)
      case "IEND": return
      default: break
      }
      // The content is followed by its checksum.
      offset = content.offset + length + 4
    }
    throw PhotoProblem(.damaged, "it does not end with its \(chunkLimit)th chunk")
  }

  private static func readHeader(_ content: [UInt8], _ facts: inout PhotoFacts) throws(PhotoProblem) {
    let (width, height) = (ByteOrder.big.number(content[..<4]), ByteOrder.big.number(content[4..<8]))
    guard width <= Int32.max, height <= Int32.max else {
      throw PhotoProblem(.damaged, "its dimensions are \(width) by \(height)")
    }
    try facts.setSize(Int(width), Int(height))
  }

  /// A keyword, NUL, a text in Latin-1.
  private static func readText(_ content: [UInt8], _ facts: inout PhotoFacts) {
    guard let end = content.firstIndex(of: 0) else { return }
    let latin = content[(end + 1)...].map { Character(Unicode.Scalar($0)) }
    guard let text = PhotoText.clean(String(latin).utf8) else { return }
    switch String(decoding: content[..<end], as: UTF8.self) {
    case "Title": facts.title = facts.title ?? text
    case "Creation Time": facts.taken = facts.taken ?? PhotoDate.iso(String(text.prefix(19)))
    default: break
    }
  }
}
