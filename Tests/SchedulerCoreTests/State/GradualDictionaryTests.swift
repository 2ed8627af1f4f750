import TestSupport
import Testing

@testable import SchedulerCore

@Suite("The dictionary that grows gradually")
struct GradualDictionaryTests {
  @Test("It holds what a dictionary holds, in one part and in many", arguments: [30, 6000])
  func model(keys: Int) {
    var random = SeededGenerator(seed: 11)
    var dictionary = GradualDictionary<String, Int>()
    var model: [String: Int] = [:]
    for _ in 0..<4 * keys {
      let key = "a.\(Int.random(in: 0..<keys, using: &random))"
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        #expect(dictionary.removeValue(forKey: key) == model.removeValue(forKey: key))
      case 1:
        dictionary[key] = nil
        model[key] = nil
      case 2:
        dictionary[key, default: 0] += 1
        model[key, default: 0] += 1
      default:
        let value = Int.random(in: 0..<9, using: &random)
        #expect(dictionary.updateValue(value, forKey: key) == model.updateValue(value, forKey: key))
      }
      #expect(dictionary.count == model.count && dictionary[key] == model[key])
      #expect(dictionary.key(equalTo: key) == (model[key] == nil ? nil : key))
    }
    #expect(dictionary.whole == model)
    for key in model.keys { dictionary[key] = nil }
    #expect(dictionary.isEmpty && dictionary.whole.isEmpty)
  }

  @Test("A million entries lie in parts so small that the growth of one takes no notable time")
  func parts() {
    var dictionary = GradualDictionary<Int, Int>()
    for key in 0..<1_000_000 { dictionary[key] = key }
    #expect(dictionary.count == 1_000_000)
    #expect(dictionary.parts.allSatisfy { $0.count < 2 * 1_000_000 / 1024 })
  }
}
