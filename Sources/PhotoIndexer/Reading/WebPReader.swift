/// Reads the first chunk of a WebP file, which has the dimensions in each of its three forms (RFC 9649).
enum WebPReader {
  static func read(_ file: some PhotoBytes, into facts: inout PhotoFacts) throws(PhotoProblem) {
    let type = String(decoding: try file.bytes(4, at: 12, "its first chunk"), as: UTF8.self)
    let order = ByteOrder.little
    switch type {
    case "VP8X":
      let size = try file.bytes(6, at: 24, "its first chunk")
      try facts.setSize(Int(order.number(size[..<3])) + 1, Int(order.number(size[3...])) + 1)
    case "VP8L":
      let head = try file.bytes(5, at: 20, "its first chunk")
      guard head[0] == 0x2F else { throw PhotoProblem(.damaged, "its picture has no signature") }
      let bits = order.number(head[1...])
      try facts.setSize(Int(bits & 0x3FFF) + 1, Int(bits >> 14 & 0x3FFF) + 1)
    case "VP8 ":
      let head = try file.bytes(10, at: 20, "its first chunk")
      guard head[3...5] == [0x9D, 0x01, 0x2A] else {
        throw PhotoProblem(.damaged, "its picture has no signature")
      }
      try facts.setSize(
        Int(order.number(head[6...7])) & 0x3FFF, Int(order.number(head[8...9])) & 0x3FFF)
    default: throw PhotoProblem(.damaged, "its first chunk is none of VP8X, VP8L and VP8")
    }
  }
}
