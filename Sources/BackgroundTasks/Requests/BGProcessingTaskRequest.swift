/// A request for work of minutes, at a quiet time (R31).
open class BGProcessingTaskRequest: BGTaskRequest {
  /// Needs a network, or the run is told to stop (R32).
  open var requiresNetworkConnectivity = false
  /// Needs external power, or the run is told to stop (R32).
  open var requiresExternalPower = false

  /// A request without a delay.
  public init(identifier: String) { super.init(abstract: identifier) }

  override func duplicate() -> BGTaskRequest {
    let copy = newInstance()
    copy.requiresNetworkConnectivity = requiresNetworkConnectivity
    copy.requiresExternalPower = requiresExternalPower
    return copy
  }

  override func addsSame(as other: BGTaskRequest) -> Bool {
    guard let other = other as? BGProcessingTaskRequest else { return false }
    return requiresNetworkConnectivity == other.requiresNetworkConnectivity
      && requiresExternalPower == other.requiresExternalPower
  }

  /// As in `…, requiresExternalPower=0, requiresNetworkConnectivity=1>`.
  override var additions: String {
    let (power, network) = (requiresExternalPower ? 1 : 0, requiresNetworkConnectivity ? 1 : 0)
    return ", requiresExternalPower=\(power), requiresNetworkConnectivity=\(network)"
  }

  func newInstance() -> BGProcessingTaskRequest { BGProcessingTaskRequest(identifier: identifier) }
}
