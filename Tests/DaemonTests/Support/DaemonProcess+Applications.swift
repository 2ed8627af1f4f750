import TestSupport

extension DaemonProcess {
  /// A calm daemon whose configuration has these manifests, by their files' names, and pauses that a test can
  /// wait for.
  static func withApplications(
    _ manifests: [String: String], _ rules: String = "", folder: TemporaryFolder? = nil,
    environment: [String: String?] = [:]
  ) throws -> DaemonProcess {
    let folder = try folder ?? TemporaryFolder()
    for (name, text) in manifests.sorted(by: { $0.key < $1.key }) {
      try folder.write("applications.d/\(name).conf", "[Application]\n\(text)\n")
    }
    return try .calm(
      "RefreshSpacingSec=0\nRuntimeBudgetPerHourSec=0\nLaunchRetrySec=50ms\n\(rules)\n", folder: folder,
      environment: environment)
  }
}
