import BackgroundTasks
import Foundation

// Shape: convenience initialisers in extensions, requests made from values and back, and subclasses of
// requests.

struct ProcessingRequirements: Equatable {
  var earliestBeginDate: Date?
  var requiresNetworkConnectivity = false
  var requiresExternalPower = false
}

extension ProcessingRequirements {
  init(_ request: BGProcessingTaskRequest) {
    self.init(
      earliestBeginDate: request.earliestBeginDate,
      requiresNetworkConnectivity: request.requiresNetworkConnectivity,
      requiresExternalPower: request.requiresExternalPower)
  }
}

extension BGProcessingTaskRequest {
  convenience init(identifier: String, requirements: ProcessingRequirements) {
    self.init(identifier: identifier)
    earliestBeginDate = requirements.earliestBeginDate
    requiresNetworkConnectivity = requirements.requiresNetworkConnectivity
    requiresExternalPower = requirements.requiresExternalPower
  }
}

extension BGAppRefreshTaskRequest {
  convenience init(identifier: String, after interval: TimeInterval) {
    self.init(identifier: identifier)
    self.earliestBeginDate = Date(timeIntervalSinceNow: interval)
  }
}

final class FireDateRequest: BGAppRefreshTaskRequest {
  static let identifier = "org.example.firedate"
  let note: String

  init(fireDate: Date?, note: String = "") {
    self.note = note
    super.init(identifier: Self.identifier)
    earliestBeginDate = fireDate
  }
}

class NightlyRequest: BGProcessingTaskRequest {
  override init(identifier: String) {
    super.init(identifier: identifier)
    requiresExternalPower = true
  }
}
