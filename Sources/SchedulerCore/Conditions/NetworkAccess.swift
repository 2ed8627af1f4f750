/// Whether there is a network, and whether it is paid for by volume.
package enum NetworkAccess: String, CaseIterable, Sendable {
  case none
  case metered
  case unmetered
  case unknown
}
