import LinuxSystem

/// The facts about links in `/sys/class/net`, which rtnetlink does not have.
struct NetworkDevices {
  var root: AttributeDirectory

  /// Whether a link is probably metered, see ``MeteredRule``.
  func isMetered(_ link: LinkMessage) -> Bool {
    // The kernel allows no such names, but a path is built from this one.
    let isName = !link.name.isEmpty && !link.name.hasPrefix(".") && !link.name.contains("/")
    let device = root.directory(link.name)
    return MeteredRule.isMetered(
      deviceType: isName ? device.text("uevent").flatMap(Self.deviceType) : nil, linkKind: link.kind,
      driver: isName ? device.directory("device").linkTarget("driver") : nil)
  }

  private static func deviceType(_ uevent: String) -> String? {
    let key = "DEVTYPE="
    return uevent.split(separator: "\n").first { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
  }
}
