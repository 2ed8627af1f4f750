/// Reads a JPEG file's markers (ITU T.81, annex B) up to its picture: the dimensions of the frame, and EXIF.
enum JPEGReader {
  /// So many markers and padding bytes are looked at. Cameras write a few dozen.
  static let markerLimit = 4096

  static func read(_ file: some PhotoBytes, into facts: inout PhotoFacts) throws(PhotoProblem) {
    // Behind the start of the image.
    var offset = 2
    for _ in 0..<markerLimit {
      let head = try file.bytes(2, at: offset, "its markers")
      guard head[0] == 0xFF else {
        throw PhotoProblem(.damaged, "there is no marker at byte \(offset), where one has to be")
      }
      switch head[1] {
      case 0xFF:
        // Padding.
        offset += 1
        continue
      case 0x01, 0xD0...0xD8:
        // Without a content.
        offset += 2
        continue
      case 0xD9, 0xDA:
        guard facts.width != nil else {
          throw PhotoProblem(.damaged, "its picture begins before its dimensions are given")
        }
        return
      default: break
      }
      let length = Int(ByteOrder.big.number(try file.bytes(2, at: offset + 2, "its markers")))
      guard length >= 2 else { throw PhotoProblem(.damaged, "a segment at byte \(offset) has no length") }
      let content = (offset: offset + 4, count: length - 2)
      if isFrame(head[1]) {
        try readFrame(file.bytes(content.count, at: content.offset, "its frame header"), &facts)
      } else if head[1] == 0xE1 {
        EXIFReader.read(segment: try file.bytes(content.count, at: content.offset, "its EXIF data"), &facts)
      }
      offset += 2 + length
    }
    throw PhotoProblem(.damaged, "there is no picture behind \(markerLimit) markers")
  }

  /// SOF0 to SOF15, without the three numbers among them that are something else.
  private static func isFrame(_ marker: UInt8) -> Bool {
    0xC0...0xCF ~= marker && ![0xC4, 0xC8, 0xCC].contains(marker)
  }

  private static func readFrame(_ content: [UInt8], _ facts: inout PhotoFacts) throws(PhotoProblem) {
    guard content.count >= 6 else { throw PhotoProblem(.damaged, "its frame header is too short") }
    // Of several frames the first is the picture.
    guard facts.width == nil else { return }
    try facts.setSize(
      Int(ByteOrder.big.number(content[3..<5])), Int(ByteOrder.big.number(content[1..<3])))
  }
}
