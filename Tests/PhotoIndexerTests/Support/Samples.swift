import Foundation

/// Small photos, byte by byte.
enum Samples {
  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big(content.count + 2, 2) + content
  }

  /// A JPEG file with nothing in its picture but these bytes.
  static func jpeg(
    width: Int = 640, height: Int = 480, camera: String? = nil, picture: String = "pixels"
  ) -> [UInt8] {
    let size = [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0]
    return [0xFF, 0xD8] + (camera.map { segment(0xE1, Array("Exif".utf8) + [0, 0] + exif($0)) } ?? [])
      + segment(0xDB, Array(repeating: 1, count: 65)) + segment(0xC0, size)
      + segment(0xDA, [1, 1, 0, 0, 63, 0]) + Array(picture.utf8) + [0xFF, 0xD9]
  }

  /// What a camera writes: two directories of fields, each with its texts behind it.
  private static func exif(_ camera: String) -> [UInt8] {
    func text(_ tag: Int, _ text: String, at offset: Int) -> [UInt8] {
      big(tag, 2) + big(2, 2) + big(text.utf8.count + 1, 4) + big(offset, 4)
    }
    let taken = "2026:11:21 08:42:00"
    let second = 38 + camera.utf8.count + 1
    return [0x4D, 0x4D, 0, 0x2A] + big(8, 4)
      + big(2, 2) + text(0x0110, camera, at: 38) + big(0x8769, 2) + big(4, 2) + big(1, 4) + big(second, 4)
      + big(0, 4) + Array(camera.utf8) + [0]
      + big(1, 2) + text(0x9003, taken, at: second + 18) + big(0, 4) + Array(taken.utf8) + [0]
  }
}
