import TestSupport
import Testing
import Varlink

struct FrameDecoderTests {
  /// Everything that can be taken now.
  private func drain(_ decoder: inout FrameDecoder) throws -> [String] {
    var messages: [String] = []
    while let message = try decoder.next() { messages.append(String(decoding: message, as: UTF8.self)) }
    return messages
  }

  @Test("Several messages that arrive together are taken one by one, an empty one included")
  func together() throws {
    var decoder = FrameDecoder()
    decoder.append(Array("one\0\0two\0thr".utf8))
    #expect(try drain(&decoder) == ["one", "", "two"])
    #expect(decoder.isHalfSent)
    decoder.append(Array("ee\0".utf8))
    #expect(decoder.hasNext)
    #expect(try drain(&decoder) == ["three"])
    #expect(!decoder.isHalfSent)
    #expect(!decoder.hasNext)
  }

  @Test("However a stream is cut into pieces, the same messages come out", arguments: 1...17)
  func pieces(size: Int) throws {
    let stream = Array("a\0bb\0\0a longer message\0dddd\0".utf8)
    var decoder = FrameDecoder()
    var messages: [String] = []
    for start in stride(from: 0, to: stream.count, by: size) {
      decoder.append(Array(stream[start..<min(start + size, stream.count)]))
      messages += try drain(&decoder)
    }
    #expect(messages == ["a", "bb", "", "a longer message", "dddd"])
    #expect(!decoder.isHalfSent)
  }

  @Test("A decoder whose messages are taken holds no memory of them")
  func memory() async {
    // In a process of its own, in which nobody else allocates anything.
    await #expect(processExitsWith: .success) {
      var decoders = Array(repeating: FrameDecoder(), count: 8)
      let message = [UInt8](repeating: 0x20, count: 1 << 20) + [0]
      func take() throws {
        for index in decoders.indices {
          decoders[index].append(message)
          _ = try decoders[index].next()
        }
      }
      let before = AllocatedMemory.bytes()
      let after = try AllocatedMemory.bytes(after: take)
      #expect(after - before < 1 << 20 && decoders.allSatisfy { !$0.hasNext })
    }
  }

  @Test("A half-sent message is known as such before and after whole ones are taken")
  func halfSent() throws {
    var decoder = FrameDecoder()
    #expect(!decoder.isHalfSent)
    decoder.append(Array("x".utf8))
    #expect(decoder.isHalfSent)
    decoder.append(Array("\0".utf8))
    #expect(!decoder.isHalfSent)
    decoder.append(Array("y".utf8))
    #expect(decoder.isHalfSent)
    #expect(try drain(&decoder) == ["x"])
    #expect(decoder.isHalfSent)
  }

  @Test("A message of just the limit is taken, one byte more is refused for good", arguments: [1, 64])
  func limit(piece: Int) throws {
    for (length, isAllowed) in [(32, true), (33, false)] {
      var decoder = FrameDecoder(limit: 32)
      let stream =
        Array("first\0".utf8) + [UInt8](repeating: 0x61, count: length) + [0] + Array("last\0".utf8)
      for start in stride(from: 0, to: stream.count, by: piece) {
        decoder.append(Array(stream[start..<min(start + piece, stream.count)]))
      }
      #expect(try decoder.next() == Array("first".utf8))
      if isAllowed {
        #expect(try decoder.next()?.count == 32)
        #expect(try decoder.next() == Array("last".utf8))
        #expect(try decoder.next() == nil)
      } else {
        #expect(throws: FrameError.messageTooLong(limit: 32)) { try decoder.next() }
        decoder.append(Array("more\0".utf8))
        #expect(throws: FrameError.messageTooLong(limit: 32)) { try decoder.next() }
        #expect(decoder.isHalfSent)
      }
    }
  }

  @Test("A message that is too long is refused before it ends, and is not kept")
  func unendedTooLong() throws {
    var decoder = FrameDecoder(limit: 1000)
    decoder.append(Array("whole\0".utf8))
    #expect(try decoder.next() != nil)
    #expect(try decoder.next() == nil)
    for _ in 0..<100 { decoder.append([UInt8](repeating: 0x61, count: 100)) }
    #expect(decoder.hasNext)
    #expect(throws: FrameError.messageTooLong(limit: 1000)) { try decoder.next() }
  }

  @Test("A large message that arrives byte by byte costs no more than its length", .timeLimit(.minutes(1)))
  func linear() throws {
    var decoder = FrameDecoder(limit: 1 << 20)
    var early = 0
    for _ in 0..<(1 << 19) {
      decoder.append([0x61])
      if try decoder.next() != nil { early += 1 }
    }
    #expect(early == 0)
    decoder.append([0])
    #expect(try decoder.next()?.count == 1 << 19)
  }
}
