/// A request for a short, frequent update: a run of up to 30 seconds (R30).
open class BGAppRefreshTaskRequest: BGTaskRequest {
  /// A request without a delay.
  public init(identifier: String) { super.init(abstract: identifier) }

  override func duplicate() -> BGTaskRequest { BGAppRefreshTaskRequest(identifier: identifier) }
}
