import Testing

@testable import PhotoIndexer

@Suite("What photos say about themselves")
struct ReaderTests {
  private func facts(_ bytes: [UInt8], _ name: String) throws -> PhotoFacts {
    let (facts, problem) = MemoryBytes(content: bytes).facts(named: name)
    #expect(problem == nil)
    return try #require(facts)
  }

  @Test("JPEG: the frame has the dimensions, whichever of its kinds it is", arguments: [0xC0, 0xC2, 0xCF])
  func jpeg(frame: Int) throws {
    let facts = try facts(Samples.jpeg(width: 4000, height: 3000, frame: UInt8(frame)), "a.jpg")
    #expect(facts.format == .jpeg)
    #expect(facts.width == 4000)
    #expect(facts.height == 3000)
    #expect(facts.taken == nil)
  }

  @Test("JPEG: EXIF has the date, orientation and camera, in both byte orders", arguments: [true, false])
  func exif(isBig: Bool) throws {
    let facts = try facts(Samples.jpeg(exif: Samples.cameraExif(isBig: isBig)), "a.JPEG")
    #expect(facts.taken == "2026-11-21T08:42:00+01:00")
    #expect(facts.orientation == 6)
    #expect(facts.camera == "Nikon D750")
    #expect(facts.width == 640)
  }

  @Test(
    "A camera is named once when its model begins with the maker's name; the original date counts first"
  )
  func exifFallbacks() throws {
    let exif = Samples.exif(image: [
      .text(0x010F, "Canon"), .text(0x0110, "Canon EOS R5"), .text(0x0132, "2020:01:02 03:04:05"),
    ])
    let facts = try facts(Samples.jpeg(exif: exif), "a.jpg")
    #expect(facts.camera == "Canon EOS R5")
    #expect(facts.taken == "2020-01-02T03:04:05")
  }

  @Test("PNG: the header has the dimensions, texts the title and the date, eXIf the rest")
  func png() throws {
    let chunks =
      Samples.chunk("tEXt", Array("Title".utf8) + [0] + [0x42, 0x61, 0x75, 0x6D, 0xE4])
      + Samples.chunk("tEXt", Array("Creation Time".utf8) + [0] + Array("2026-11-21T08:42:00Z".utf8))
    let facts = try facts(Samples.png(width: 70_000, height: 2, chunks: chunks), "a.png")
    #expect(facts.width == 70_000)
    #expect(facts.title == "Baum\u{E4}")
    #expect(facts.taken == "2026-11-21T08:42:00")
    let other = Samples.chunk("eXIf", Samples.cameraExif(orientation: 3))
    #expect(try self.facts(Samples.png(chunks: other), "a.png").orientation == 3)
  }

  @Test("GIF and the three forms of WebP have their dimensions in their first bytes")
  func others() throws {
    let gif = try facts(Samples.gif(width: 300, height: 5), "a.gif")
    #expect([gif.width, gif.height] == [300, 5])
    let extended = [0, 0, 0, 0] + Samples.little(1919, 3) + Samples.little(1079, 3)
    let lossless = [0x2F] + Samples.little(99 | 49 << 14, 4) + [0, 0, 0, 0, 0]
    let lossy = [0, 0, 0, 0x9D, 0x01, 0x2A] + Samples.little(176, 2) + Samples.little(144 | 1 << 14, 2)
    let sizes = try [("VP8X", extended), ("VP8L", lossless), ("VP8 ", lossy)].map { type, content in
      let facts = try facts(Samples.webp(type, content), "a.webp")
      return [facts.width, facts.height]
    }
    #expect(sizes == [[1920, 1080], [100, 50], [176, 144]])
  }

  @Test("The hash is FNV-1a as published, and of all of a file")
  func hash() throws {
    var hash = ContentHash()
    #expect(hash.text == "cbf29ce484222325")
    Array("foobar".utf8).withUnsafeBytes { hash.append($0) }
    #expect(hash.text == "85944171f73967e8")
  }

  @Test(
    "Dates that are none are not dates",
    arguments: [
      "0000:00:00 00:00:00", "2026:13:01 00:00:00", "2026:11:21", "    :  :     :  :  ",
      "2026:11:21 25:00:00",
      "2026-11-21X08:42:00", "+026:11:21 08:42:00",
    ])
  func dates(text: String) {
    #expect(PhotoDate.iso(text) == nil)
  }
}
