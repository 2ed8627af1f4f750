/// Where the machine's power comes from.
public enum PowerSource: String, CaseIterable, Sendable {
  case external
  case battery
  case unknown
}
