/// What `org.varlink.service.GetInfo` says of a service.
package struct ServiceInformation: Hashable, Sendable {
  /// Who made it.
  package var vendor: String
  /// What it is.
  package var product: String
  /// Which version.
  package var version: String
  /// Where to read about it.
  package var url: String

  /// What is said of a service.
  package init(vendor: String, product: String, version: String, url: String) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
  }
}
