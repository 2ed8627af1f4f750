import Foundation
import TestSupport
import Testing

@testable import PhotoIndexer

@Suite("Files that are not what they should be")
struct HostileFileTests {
  private func problem(_ bytes: [UInt8], _ name: String) -> PhotoProblem.Code? {
    MemoryBytes(content: bytes).facts(named: name).1?.code
  }

  @Test("A JPEG that is cut off before its dimensions is truncated, wherever that is")
  func truncatedJPEG() throws {
    let whole = Samples.jpeg(exif: Samples.cameraExif())
    let frame = try #require(whole.indices.first { whole[$0] == 0xFF && whole[$0 + 1] == 0xC0 })
    for length in 3..<frame + 10 {
      let (facts, problem) = MemoryBytes(content: Array(whole[..<length])).facts()
      #expect(problem?.code == .truncated, "\(length) bytes")
      #expect(facts?.width == nil, "\(length) bytes")
    }
    #expect(problem([], "a.jpg") == .truncated)
  }

  @Test("A PNG that is cut off anywhere is truncated, and keeps what was read before")
  func truncatedPNG() throws {
    let whole = Samples.png()
    for length in 8..<whole.count - 12 {
      #expect(problem(Array(whole[..<length]), "a.png") == .truncated, "\(length) bytes")
    }
    #expect(MemoryBytes(content: Array(whole.dropLast(13))).facts(named: "a.png").0?.width == 320)
  }

  @Test("Huge lengths are neither believed nor allocated")
  func hugeLengths() {
    let chunk = Samples.pngSignature + Samples.big(0x7FFF_FFFF, 4) + Array("IHDR".utf8)
    #expect(problem(chunk + Array(repeating: 0, count: 20), "a.png") == .damaged)
    #expect(
      problem(Samples.pngSignature + Samples.big(0xFFFF_FFFF, 4) + Array("IHDR".utf8), "a.png") == .damaged)
    let text = Samples.png(chunks: Samples.big(0x7FFF_FFFF, 4) + Array("tEXt".utf8))
    #expect(problem(text, "a.png") == .truncated)
    #expect(problem([0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF, 1, 2], "a.jpg") == .truncated)
    // A directory that claims more fields than there are bytes, and a text that claims four gigabytes.
    let fields = [0x4D, 0x4D, 0, 0x2A] + Samples.big(8, 4) + [0xFF, 0xFF]
    let (facts, harmless) = MemoryBytes(content: Samples.jpeg(exif: fields)).facts()
    #expect(harmless == nil)
    #expect(facts?.width == 640)
    let endless = Samples.exif(image: [
      Samples.Field(tag: 0x0110, type: 2, count: 0xFFFF_FFFF, value: Array(repeating: 0x41, count: 5))
    ])
    #expect(MemoryBytes(content: Samples.jpeg(exif: endless)).facts().0?.camera == nil)
  }

  @Test("Markers and chunks without end are given up")
  func endless() {
    let padding = [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 10_000)
    #expect(problem(padding, "a.jpg") == .damaged)
    let chunks = (0..<PNGReader.chunkLimit).flatMap { _ in Samples.chunk("aaAa", []) }
    #expect(problem(Samples.png(chunks: chunks), "a.png") == .damaged)
  }

  @Test("Nonsense says what it is")
  func nonsense() {
    #expect(problem(Samples.jpeg(width: 0), "a.jpg") == .damaged)
    #expect(problem(Samples.gif(width: 0), "a.gif") == .damaged)
    #expect(problem([0xFF, 0xD8, 0xFF, 0xDA], "a.jpg") == .damaged)
    #expect(problem([0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 0, 0], "a.jpg") == .damaged)
    #expect(problem(Array("#!/bin/sh\nrm -rf /\n".utf8), "a.jpg") == .notAPhoto)
    #expect(problem(Samples.webp("OGGS", []), "a.webp") == .damaged)
    let (facts, misnamed) = MemoryBytes(content: Samples.png()).facts(named: "a.jpg")
    #expect(misnamed?.code == .misnamed)
    #expect(facts?.format == .png)
    #expect(facts?.width == 320)
  }

  @Test("Texts lose what a terminal would obey, and have an end")
  func texts() {
    let nasty = "\u{1B}]0;owned\u{07}D7\u{202E}50\r\n" + String(repeating: "x", count: 1000)
    let exif = Samples.exif(image: [.text(0x0110, nasty)])
    let camera = MemoryBytes(content: Samples.jpeg(exif: exif)).facts().0?.camera ?? ""
    #expect(camera.hasPrefix("]0;owned D7"))
    #expect(camera.unicodeScalars.allSatisfy { PhotoText.isHarmless($0) })
    #expect(camera.utf8.count <= PhotoText.limit)
  }

  @Test("A seeded flood of damaged photos: every one is read or has a problem, and none stops the program")
  func fuzz() {
    var random = SplitMix64(seed: 20_261_121)
    let extended = [0, 0, 0, 0] + Samples.little(1919, 3) + Samples.little(1079, 3)
    let chunks = Samples.chunk("eXIf", Samples.cameraExif()) + Samples.chunk("tEXt", Array("Title\0T".utf8))
    let seeds: [[UInt8]] = [
      Samples.jpeg(exif: Samples.cameraExif()), Samples.jpeg(exif: Samples.cameraExif(isBig: false)),
      Samples.png(chunks: chunks), Samples.gif(), Samples.webp("VP8X", extended),
    ]
    var withProblem = 0
    let rounds = 20_000
    for round in 0..<rounds {
      var bytes = seeds[round % seeds.count]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch UInt8.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &random) ?? 0
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: bytes.removeSubrange(place...)
        case 3: bytes.insert(contentsOf: bytes[place...].prefix(9), at: place)
        default: bytes.remove(at: place)
        }
        if bytes.isEmpty { bytes = [0] }
      }
      let (facts, problem) = MemoryBytes(content: bytes).facts(named: "a.jpg")
      if problem != nil { withProblem += 1 }
      #expect(problem != nil || (facts?.width ?? 0) > 0, "round \(round)")
      if let orientation = facts?.orientation { #expect(1...8 ~= orientation, "round \(round)") }
    }
    #expect(withProblem > rounds / 4)
    #expect(withProblem < rounds)
  }
}
