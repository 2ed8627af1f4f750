/// What `org.varlink.service.GetInfo` says of a service.
public struct ServiceInformation: Hashable, Sendable {
  /// Who made it.
  public var vendor: String
  /// What it is.
  public var product: String
  /// Which version.
  public var version: String
  /// Where to read about it.
  public var url: String

  /// What is said of a service.
  public init(vendor: String, product: String, version: String, url: String) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
  }
}
