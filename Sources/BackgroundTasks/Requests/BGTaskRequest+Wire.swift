import Foundation
import PlainText
import SchedulerAPI
import SchedulerCore

extension BGTaskRequest {
  /// Returns the request as it goes to the scheduler.
  /// - Throws: ``BGTaskScheduler/Error`` about a value that the protocol cannot carry.
  func wireRequest() throws -> Wire.TaskRequest {
    var request = Wire.TaskRequest(identifier: identifier, kind: .refresh)
    request.earliestBeginUSec = try Microseconds.of(earliestBeginDate, field: "earliestBeginDate")
    request.deadlineUSec = try Microseconds.of(deadline, field: "deadline")
    request.onDeadline = deadlinePolicy.wire
    request.requiresUnmeteredNetwork = requiresUnmeteredNetwork ? true : nil
    request.requiresBatteryNotLow = requiresBatteryNotLow ? true : nil
    request.requiresStorageNotLow = requiresStorageNotLow ? true : nil
    request.requiresIdle = requiresIdle
    request.runtimeLimitDurationUSec = try Microseconds.of(seconds: runtimeLimit, field: "runtimeLimit")
    request.repeatDurationUSec = try Microseconds.of(seconds: repeatInterval, field: "repeatInterval")
    request.toleranceDurationUSec = try Microseconds.of(seconds: tolerance, field: "tolerance")
    request.retry = try retry?.wire()
    request.onConflict = conflictPolicy == .keep ? .keep : nil
    request.preventsSleep = preventsSleep ? true : nil
    request.sleepsThrough = sleepsThrough ? true : nil
    request.judgement = judgement?.wire
    request.expectedDurationUSec = try Microseconds.of(seconds: expectedDuration, field: "expectedDuration")
    request.canResume = canResume ? true : nil
    request.content = content
    addConditions(to: &request)
    try complete(&request)
    return request
  }

  /// Sets the kind, and the fields that the class adds.
  private func complete(_ request: inout Wire.TaskRequest) throws {
    switch self {
    case is BGAppRefreshTaskRequest: break
    case let processing as BGProcessingTaskRequest:
      request.kind = .processing
      request.requiresNetworkConnectivity = processing.requiresNetworkConnectivity ? true : nil
      request.requiresExternalPower = processing.requiresExternalPower ? true : nil
      if let research = processing as? BGHealthResearchTaskRequest {
        request.title = HealthResearch.title
        request.subtitle = research.protectionTypeOfRequiredData._bridgeToSwift()
      }
    case let continued as BGContinuedProcessingTaskRequest:
      guard BGTaskScheduler.supportedResources.isSuperset(of: continued.requiredResources) else {
        throw BGTaskScheduler.Error(
          .notPermitted,
          "\(identifier) is not permitted: it requires the GPU, which bgtaskd does not hand out; "
            + "look at BGTaskScheduler.supportedResources before you ask for a resource")
      }
      request.kind = .continued
      request.earliestBeginUSec = nil
      // Localized texts are for people: an unsuitable text is cleaned, and refuses no request.
      typealias Bounds = Wire.TaskRequest.Bounds
      request.title = SingleLine.cleaned(continued.title, maximumBytes: Bounds.title.upperBound)
      request.subtitle = SingleLine.cleaned(continued.subtitle, maximumBytes: Bounds.subtitle.upperBound)
      request.strategy = continued.strategy == .fail ? .fail : .queue
    default:
      preconditionFailure("\(identifier): a BGTaskRequest is one of its subclasses, not \(type(of: self))")
    }
  }

  /// Returns a pending request as an application sees it.
  static func make(_ wire: Wire.TaskRequest) -> BGTaskRequest {
    let request = ofKind(wire)
    request.earliestBeginDate = Microseconds.date(wire.earliestBeginUSec)
    request.deadline = Microseconds.date(wire.deadlineUSec)
    request.deadlinePolicy = DeadlinePolicy(wire.onDeadline)
    request.requiresUnmeteredNetwork = wire.requiresUnmeteredNetwork ?? false
    request.requiresBatteryNotLow = wire.requiresBatteryNotLow ?? false
    request.requiresStorageNotLow = wire.requiresStorageNotLow ?? false
    request.requiresIdle = wire.requiresIdle
    request.runtimeLimit = Microseconds.seconds(wire.runtimeLimitDurationUSec)
    request.repeatInterval = Microseconds.seconds(wire.repeatDurationUSec)
    request.tolerance = Microseconds.seconds(wire.toleranceDurationUSec)
    request.retry = wire.retry.map(Retry.init)
    request.conflictPolicy = wire.onConflict == .keep ? .keep : .replace
    request.preventsSleep = wire.preventsSleep ?? false
    request.sleepsThrough = wire.sleepsThrough ?? false
    request.judgement = wire.judgement.map(Judgement.init)
    request.expectedDuration = Microseconds.seconds(wire.expectedDurationUSec)
    request.canResume = wire.canResume ?? false
    request.content = wire.content
    request.takeConditions(of: wire)
    return request
  }

  private static func ofKind(_ wire: Wire.TaskRequest) -> BGTaskRequest {
    switch wire.kind {
    case .refresh: return BGAppRefreshTaskRequest(identifier: wire.identifier)
    // Transfers have no handler: a transfer is listed as the kind that comes next to it.
    case .processing, .transfer:
      let request: BGProcessingTaskRequest
      if HealthResearch.made(wire) {
        let research = BGHealthResearchTaskRequest(identifier: wire.identifier)
        research.protectionTypeOfRequiredData = NSString(string: wire.subtitle ?? "")
        request = research
      } else {
        request = BGProcessingTaskRequest(identifier: wire.identifier)
      }
      request.requiresNetworkConnectivity = wire.requiresNetworkConnectivity ?? false
      request.requiresExternalPower = wire.requiresExternalPower ?? false
      return request
    case .continued:
      let request = BGContinuedProcessingTaskRequest(
        identifier: wire.identifier, title: wire.title ?? "", subtitle: wire.subtitle ?? "")
      request.strategy = wire.strategy == .fail ? .fail : .queue
      return request
    }
  }
}
