/// Reads a GIF file's screen descriptor (GIF89a, section 18).
enum GIFReader {
  static func read(_ file: some PhotoBytes, into facts: inout PhotoFacts) throws(PhotoProblem) {
    let size = try file.bytes(4, at: 6, "its screen descriptor")
    try facts.setSize(Int(ByteOrder.little.number(size[..<2])), Int(ByteOrder.little.number(size[2...])))
  }
}
