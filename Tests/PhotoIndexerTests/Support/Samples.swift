import Foundation

/// Small photos, byte by byte.
enum Samples {
  static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  static func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }

  // MARK: JPEG

  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big(content.count + 2, 2) + content
  }

  /// A JPEG file with nothing in its picture but these bytes.
  static func jpeg(
    width: Int = 640, height: Int = 480, exif: [UInt8]? = nil, frame: UInt8 = 0xC0, picture: String = "pixels"
  ) -> [UInt8] {
    let size = [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0]
    return [0xFF, 0xD8] + (exif.map { segment(0xE1, Array("Exif".utf8) + [0, 0] + $0) } ?? [])
      + segment(0xDB, Array(repeating: 1, count: 65)) + segment(frame, size)
      + segment(0xDA, [1, 1, 0, 0, 63, 0]) + Array(picture.utf8) + [0xFF, 0xD9]
  }

  // MARK: EXIF

  /// A field of a directory, with its value as it lies behind the directory or in it.
  struct Field {
    var tag: Int
    var type: Int
    var count: Int
    var value: [UInt8]

    static func text(_ tag: Int, _ text: String) -> Field {
      Field(tag: tag, type: 2, count: text.utf8.count + 1, value: Array(text.utf8) + [0])
    }
  }

  /// An EXIF block: one directory, and one for the camera behind it.
  static func exif(isBig: Bool = true, image: [Field], camera: [Field] = []) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] { isBig ? big(value, count) : little(value, count) }
    func directory(_ fields: [Field], at offset: Int) -> [UInt8] {
      var entries: [UInt8] = number(fields.count, 2)
      var values: [UInt8] = []
      let start = offset + 2 + 12 * fields.count + 4
      for field in fields {
        entries += number(field.tag, 2) + number(field.type, 2) + number(field.count, 4)
        if field.value.count <= 4 {
          entries += field.value + Array(repeating: 0, count: 4 - field.value.count)
        } else {
          entries += number(start + values.count, 4)
          values += field.value
        }
      }
      return entries + number(0, 4) + values
    }
    func first(_ cameraOffset: Int) -> [UInt8] {
      let pointer = Field(tag: 0x8769, type: 4, count: 1, value: number(cameraOffset, 4))
      return directory(image + [pointer], at: 8)
    }
    let head = (isBig ? [0x4D, 0x4D, 0, 0x2A] : [0x49, 0x49, 0x2A, 0]) + number(8, 4)
    let cameraOffset = 8 + first(0).count
    return head + first(cameraOffset) + directory(camera, at: cameraOffset)
  }

  /// What a camera writes.
  static func cameraExif(isBig: Bool = true, orientation: Int = 6) -> [UInt8] {
    exif(
      isBig: isBig,
      image: [
        .text(0x010F, "Nikon"), .text(0x0110, "D750"),
        Field(
          tag: 0x0112, type: 3, count: 1, value: isBig ? big(orientation, 2) : little(orientation, 2)),
        .text(0x0132, "2026:11:22 10:00:00"),
      ],
      camera: [.text(0x9003, "2026:11:21 08:42:00"), .text(0x9011, "+01:00")])
  }

  // MARK: The others

  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    // Nobody checks the checksum.
    big(content.count, 4) + Array(type.utf8) + content + [0, 0, 0, 0]
  }

  static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func png(width: Int = 320, height: Int = 200, chunks: [UInt8] = []) -> [UInt8] {
    pngSignature + chunk("IHDR", big(width, 4) + big(height, 4) + [8, 2, 0, 0, 0]) + chunks
      + chunk("IDAT", [1, 2, 3]) + chunk("IEND", [])
  }

  static func gif(width: Int = 16, height: Int = 9) -> [UInt8] {
    Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0, 0, 0, 0x3B]
  }

  static func webp(_ type: String, _ content: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + little(content.count + 12, 4) + Array("WEBP".utf8) + Array(type.utf8)
      + little(content.count, 4) + content
  }
}
