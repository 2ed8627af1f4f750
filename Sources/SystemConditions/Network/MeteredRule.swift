/// The rule by which a link is probably metered. rtnetlink does not know, so it guesses from the kind of
/// device, as far as the kernel tells it; every other link is taken for unmetered, a phone's Wi-Fi hotspot
/// and a DSL or mobile connection over PPP among them. NetworkManager knows better where it runs.
package enum MeteredRule {
  /// `DEVTYPE` in `/sys/class/net/NAME/uevent`: `wwan` is mobile broadband; `bluetooth` is a phone's
  /// tethering (a personal area network), which NetworkManager takes for metered as well.
  package static let deviceTypes = ["wwan", "bluetooth"]
  /// The kinds of links that multiplex a modem.
  package static let linkKinds = ["wwan", "rmnet"]
  /// The drivers of tethered phones: `ipheth` drives iPhones and nothing else, `rndis_host` Android phones
  /// and mobile broadband sticks. A phone that speaks CDC NCM cannot be told from a docking station.
  package static let drivers = ["ipheth", "rndis_host"]

  /// Whether a link is probably metered, by the kernel's facts; nil is no fact.
  /// - Parameters:
  ///   - deviceType: `DEVTYPE` of its uevent file.
  ///   - linkKind: The kind that rtnetlink gives.
  ///   - driver: The name of its device's driver.
  package static func isMetered(deviceType: String?, linkKind: String, driver: String?) -> Bool {
    deviceType.map(deviceTypes.contains) ?? false || linkKinds.contains(linkKind)
      || driver.map(drivers.contains) ?? false
  }
}
