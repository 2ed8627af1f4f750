/// A request for work of minutes, while the machine is idle (R31).
open class BGProcessingTaskRequest: BGTaskRequest {
  /// Whether the task needs a network; a run that loses it is told to stop (R32).
  open var requiresNetworkConnectivity = false
  /// Whether the task needs external power; a run that loses it is told to stop (R32).
  open var requiresExternalPower = false

  /// Creates a request without a delay.
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

  /// The flags as in `…, requiresExternalPower=0, requiresNetworkConnectivity=1>`.
  override var additions: String {
    let (power, network) = (requiresExternalPower ? 1 : 0, requiresNetworkConnectivity ? 1 : 0)
    return ", requiresExternalPower=\(power), requiresNetworkConnectivity=\(network)"
  }

  func newInstance() -> BGProcessingTaskRequest { BGProcessingTaskRequest(identifier: identifier) }
}
