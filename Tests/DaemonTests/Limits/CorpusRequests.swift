import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Varlink

/// The requests that the fuzzers' corpus has, and others made of its conditions and dates.
enum CorpusRequests {
  /// As they are submitted. Those that are wrong are left out.
  static func all() throws -> [[UInt8]] {
    try (messages() + conditions() + calendars()).filter { (try? $0.submission()) != nil }.map(\.payload)
  }

  private static func inputs(_ target: String) throws -> [[UInt8]] {
    try Repository.files(below: "Tests/Fuzz/Corpus/\(target)", suffix: "").map {
      try [UInt8](Data(contentsOf: Repository.root.appending(path: $0)))
    }
  }

  private static func messages() throws -> [Wire.TaskRequest] {
    let service = Service<SchedulerCall>(
      ServiceInformation(vendor: "bgtaskd", product: "tests", version: "1", url: ""))
    let calls = try inputs("methods").compactMap { input -> [UInt8]? in
      guard let end = input.firstIndex(of: 0x0A) else { return nil }
      let method = String(decoding: input[..<end], as: UTF8.self)
      return Message.call(
        "\(SchedulerMethod.interface).\(method)", parameters: Array(input[(end + 1)...]), more: true
      ).dropLast()
    }
    return try (inputs("messages") + calls).flatMap { message -> [Wire.TaskRequest] in
      guard case .call(let call, _, _) = service.receive(message) else { return [] }
      return switch call {
      case .submit(let parameters): [parameters.request]
      case .submitBatch(let parameters): parameters.requests
      default: []
      }
    }
  }

  private static func conditions() throws -> [Wire.TaskRequest] {
    try inputs("conditions").map { String(decoding: $0, as: UTF8.self) }.flatMap { text in
      [
        due { $0.when = text }, due { $0.while = text },
        due {
          $0.when = text
          $0.order = Wire.Order(group: "a")
        },
        due {
          $0.when = text
          $0.while = text
        },
        due {
          $0.when = "idle and network"
          $0.relax = text
        },
      ]
    }
  }

  private static func calendars() throws -> [Wire.TaskRequest] {
    try inputs("calendar").map { String(decoding: $0, as: UTF8.self) }.flatMap { text in
      [due { $0.calendar = [text] }, due { $0.calendar = Array(repeating: text, count: 16) }]
    }
  }

  private static func due(_ change: (inout Wire.TaskRequest) -> Void) -> Wire.TaskRequest {
    .program("corpus", "/bin/true").with {
      $0.earliestBeginUSec = MeasuredScheduler.now.uSec + 1_000_000
      change(&$0)
    }
  }
}
