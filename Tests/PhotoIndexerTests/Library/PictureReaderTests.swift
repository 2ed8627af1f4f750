import Foundation
import TestSupport
import Testing

@testable import PhotoIndexer

@Suite("Having pictures read", .serialized)
struct PictureReaderTests {
  let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

  private func read(
    _ name: String, _ bytes: [UInt8], _ reader: PictureReader = PictureReader(),
    until stop: StopSignal = StopSignal()
  ) throws -> Photo.Reading {
    try folder.add(name, bytes)
    return try reader.read("\(folder.photos)/\(name)", until: stop)
  }

  /// A program in the place of `exiv2`.
  private func stand(in script: String, timeLimit: Int = 30) throws -> PictureReader {
    let path = try folder.root.write("stand-in", "#!/bin/sh\n\(script)\n", executable: true)
    return PictureReader(program: path, timeLimit: timeLimit)
  }

  @Test("Type, dimensions, date and camera are read, as far as they are there")
  func facts() throws {
    #expect(
      try read("a.jpg", Samples.jpeg(width: 4000, height: 3000, camera: "NIKON D750"))
        == Photo.Reading(
          type: "image/jpeg", size: "4000 x 3000", taken: "2026:11:21 08:42:00", camera: "NIKON D750"))
    #expect(try read("b.jpg", Samples.jpeg()) == Photo.Reading(type: "image/jpeg", size: "640 x 480"))
  }

  @Test(
    "No name is taken for an option, another file or a line of the answer",
    arguments: [
      "-pa.jpg", "--help.jpg", "a b.jpg", "'; touch x; '.jpg", "$(touch x).jpg", "a\nMIME type : evil.jpg",
      "%s%n.jpg", "*.jpg", "\u{1B}[2J.jpg",
    ])
  func names(name: String) throws {
    #expect(try read(name, Samples.jpeg()) == Photo.Reading(type: "image/jpeg", size: "640 x 480"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.photos) == [name])
  }

  @Test("Texts lose what a terminal would obey, say nothing of other things, and have an end")
  func texts() throws {
    let nasty = "\u{1B}]0;owned\u{07}D7\nImage size      : 1 x 1\n" + String(repeating: "x", count: 1000)
    let reading = try read("a.jpg", Samples.jpeg(camera: nasty))
    #expect(reading.camera == "\u{FFFD}]0;owned\u{FFFD}D7")
    #expect(reading.size == "640 x 480")
    let long = try read("b.jpg", Samples.jpeg(camera: String(repeating: "x", count: 1000)))
    #expect(long.camera == String(repeating: "x", count: 80))
  }

  @Test(
    "What cannot be read has the reason", arguments: [[], Array("#!/bin/sh\n".utf8), [0xFF, 0xD8, 0xFF]])
  func unreadable(bytes: [UInt8]) throws {
    let reading = try read("a.jpg", bytes)
    #expect(reading.type == nil)
    #expect(reading.problem?.isEmpty == false)
    #expect(reading.problem?.contains(folder.photos) == false)
  }

  @Test("A photo that is cut off anywhere is read or has a reason, and stops nothing")
  func cut() throws {
    let whole = Samples.jpeg(camera: "NIKON D750")
    for length in stride(from: 0, to: whole.count, by: 5) {
      let reading = try read("a.jpg", Array(whole[..<length]))
      #expect((reading.type == nil) == (reading.problem != nil), "\(length) bytes")
    }
  }

  @Test("A program that hangs is ended when its time is up, or when the run is told to stop")
  func hanging() throws {
    let slow = try stand(in: "sleep 600", timeLimit: 1)
    #expect(try read("a.jpg", Samples.jpeg(), slow).problem == "exiv2 took more than 1 s for it")
    // One that does not listen.
    let stubborn = try stand(in: "trap '' TERM; echo there >\"$2.there\"; sleep 600")
    let (stop, start) = (StopSignal(), ContinuousClock.now)
    let there = "\(folder.photos)/a.jpg.there"
    try #require(mkfifo(there, 0o600) == 0)
    Thread {
      _ = try? String(contentsOfFile: there, encoding: .utf8)
      stop.set()
    }.start()
    #expect(try read("a.jpg", Samples.jpeg(), stubborn, until: stop).type == nil)
    #expect(stop.isSet)
    #expect(start.duration(to: .now) < .seconds(30))
    // And one that is told before it begins.
    #expect(try read("a.jpg", Samples.jpeg(), try stand(in: "sleep 600"), until: stop).type == nil)
  }

  @Test("A program that fails, or says without end, is one photo that is not read")
  func failing() throws {
    let crashing = try stand(in: "kill -SEGV $$")
    #expect(
      try read("a.jpg", Samples.jpeg(), crashing).problem?.hasPrefix("exiv2 failed with status") == true)
    let endless = try stand(in: "exec yes 'MIME type : evil'")
    #expect(try read("a.jpg", Samples.jpeg(), endless).problem?.hasPrefix("exiv2 failed with status") == true)
    #expect(try read("a.jpg", Samples.jpeg(), try stand(in: "")).problem == "exiv2 says nothing")
  }

  @Test("Without exiv2 no photo is marked: the run fails, and says what to install")
  func missing() throws {
    let failure = #expect(throws: Failure.self) {
      try read("a.jpg", Samples.jpeg(), PictureReader(program: "no-such-program"))
    }
    #expect(failure?.description.contains("install Debian's package exiv2") == true)
  }
}
