/// Reads what an EXIF block says (CIPA DC-008): a TIFF header, a directory of the image, and one of the
/// camera. A block that makes no sense says nothing: the photo is none the worse for it.
struct EXIFReader {
  private let bytes: [UInt8]
  private let order: ByteOrder

  private enum Tag {
    static let make = 0x010F
    static let model = 0x0110
    static let orientation = 0x0112
    static let dateTime = 0x0132
    static let cameraDirectory = 0x8769
    static let dateTimeOriginal = 0x9003
    static let offsetTimeOriginal = 0x9011
  }

  /// What a JPEG's APP1 segment begins with when it holds EXIF.
  private static let marker = Array("Exif".utf8) + [0, 0]

  /// A JPEG's APP1 segment, which may hold something else.
  static func read(segment: [UInt8], _ facts: inout PhotoFacts) {
    guard segment.starts(with: marker) else { return }
    read(block: Array(segment.dropFirst(marker.count)), &facts)
  }

  /// A block, which begins with its TIFF header.
  static func read(block: [UInt8], _ facts: inout PhotoFacts) {
    let order: ByteOrder
    switch block.prefix(4) {
    case [0x49, 0x49, 0x2A, 0x00]: order = .little
    case [0x4D, 0x4D, 0x00, 0x2A]: order = .big
    default: return
    }
    EXIFReader(bytes: block, order: order).read(&facts)
  }

  private func read(_ facts: inout PhotoFacts) {
    guard let first = number(4, at: 4) else { return }
    let image = directory(at: first)
    let camera = image[Tag.cameraDirectory].flatMap { offset($0) }.map { directory(at: $0) } ?? [:]
    if let orientation = image[Tag.orientation].flatMap({ short($0) }), 1...8 ~= orientation {
      facts.orientation = orientation
    }
    let make = image[Tag.make].flatMap { text($0) }
    let model = image[Tag.model].flatMap { text($0) }
    facts.camera = Self.camera(make, model)
    let original = camera[Tag.dateTimeOriginal].flatMap { text($0) }.flatMap { PhotoDate.iso($0) }
    let zone = camera[Tag.offsetTimeOriginal].flatMap { text($0) }.flatMap { PhotoDate.zone($0) }
    let written = image[Tag.dateTime].flatMap { text($0) }.flatMap { PhotoDate.iso($0) }
    facts.taken = original.map { $0 + (zone ?? "") } ?? written
  }

  /// Models often begin with the maker's name.
  private static func camera(_ make: String?, _ model: String?) -> String? {
    guard let make, let model else { return model ?? make }
    return model.lowercased().hasPrefix(make.lowercased()) ? model : "\(make) \(model)"
  }

  // MARK: Directories

  private struct Field {
    var type: Int
    var count: Int
    /// Where the value is, or the offset of it when it has more than four bytes.
    var place: Int
  }

  /// The fields of a directory, as many of them as are there. Of two with the same tag the first counts.
  private func directory(at offset: Int) -> [Int: Field] {
    guard let count = number(2, at: offset) else { return [:] }
    var fields: [Int: Field] = [:]
    for index in 0..<count {
      let place = offset + 2 + 12 * index
      guard let tag = number(2, at: place), let type = number(2, at: place + 2),
        let count = number(4, at: place + 4), place + 12 <= bytes.count
      else { break }
      if fields[tag] == nil { fields[tag] = Field(type: type, count: count, place: place + 8) }
    }
    return fields
  }

  private func short(_ field: Field) -> Int? {
    field.type == 3 && field.count == 1 ? number(2, at: field.place) : nil
  }

  private func offset(_ field: Field) -> Int? {
    field.type == 4 && field.count == 1 ? number(4, at: field.place) : nil
  }

  private func text(_ field: Field) -> String? {
    guard field.type == 2, field.count > 0,
      let start = field.count <= 4 ? field.place : number(4, at: field.place),
      start <= bytes.count, field.count <= bytes.count - start
    else { return nil }
    return PhotoText.clean(bytes[start..<start + field.count])
  }

  private func number(_ count: Int, at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    return Int(order.number(bytes[offset..<offset + count]))
  }
}
