/// How much is running.
struct Load: Hashable {
  private(set) var total = 0
  private(set) var byKind: [Kind: Int] = [:]
  private(set) var byUser: [UInt32: Int] = [:]

  mutating func count(_ run: Run, by step: Int) {
    total += step
    byKind[run.kind, default: 0] += step
    let own = byUser[run.uid, default: 0] + step
    byUser[run.uid] = own == 0 ? nil : own
  }
}
