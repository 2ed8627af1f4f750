/// Where the machine's power comes from.
package enum PowerSource: String, CaseIterable, Sendable {
  case external
  case battery
  case unknown
}
