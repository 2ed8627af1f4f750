/// The windows of the machine: the times in which all requirements of a set hold, for each set of
/// ``Requirements/ofWindows``. A short gap ends no window, because it ends no run either.
struct Windows {
  /// The windows of one set.
  struct Window {
    /// The windows that have ended; `nil` before the first one has.
    var record: WindowRecord?
    /// The point at which the present window began; `nil` without one.
    var since: MonotonicTime?
    /// The windows that ended lately, before the present one.
    var unrest = WindowUnrest()
    /// The point at which the set was lost, while it is.
    var lost: MonotonicTime?
  }

  private var windows = [Window](repeating: Window(), count: 1 << Requirements.windowBits.count)
  private var met: Requirements?
  /// The date of the first look at the machine.
  private var firstLook: WallTime?
  /// The places of the records that have changed since they were taken.
  private var changed: Set<Int> = []

  /// Takes in the requirements that hold.
  /// - Parameter began: The point at which windows began that are found open.
  mutating func observe(
    _ met: Requirements, at moment: Moment, openSince began: MonotonicTime,
    _ configuration: SchedulerConfiguration
  ) {
    // A gap that ends no run ends no window.
    let gap = max(configuration.settling, configuration.lapse)
    observe(met, at: moment, openSince: began, gap: gap, configuration.windowModel)
  }

  private mutating func observe(
    _ met: Requirements, at moment: Moment, openSince began: MonotonicTime, gap: TimeSpan,
    _ model: WindowModel
  ) {
    let now = met.intersection(.ofWindows)
    guard now != self.met else { return }
    self.met = now
    firstLook = firstLook ?? moment.wall
    for place in windows.indices.dropFirst() {
      let (isOpen, window) = (now.isSuperset(of: Requirements(windowPlace: place)), windows[place])
      guard isOpen != (window.lost == nil && window.since != nil) else { continue }
      guard isOpen else {
        windows[place].lost = moment.monotonic
        continue
      }
      // A window that was lost for no longer than a gap goes on. Only now it is known which it is.
      if let since = window.since, let lost = window.lost, moment.monotonic >= lost + gap {
        end(place, after: lost - since, at: moment.wall, model)
        windows[place].unrest.add(after: moment.monotonic - lost)
      }
      windows[place].since = windows[place].since ?? began
      windows[place].lost = nil
    }
  }

  private mutating func end(_ place: Int, after length: TimeSpan, at now: WallTime, _ model: WindowModel) {
    var record =
      windows[place].record
      ?? WindowRecord(requirements: Requirements(windowPlace: place), countedTo: firstLook ?? now)
    record.end(after: length, at: now, model)
    windows[place].record = record
    windows[place].since = nil
    changed.insert(place)
  }

  /// Ends all windows, because the machine was asleep; those that hold begin anew.
  mutating func interrupt(at moment: Moment, _ model: WindowModel) {
    let before = met ?? []
    observe([], at: moment, openSince: moment.monotonic, gap: .zero, model)
    observe(before, at: moment, openSince: moment.monotonic, gap: .zero, model)
    // Sleep is no unrest, and the time that has passed is not known here.
    for place in windows.indices { windows[place].unrest = WindowUnrest() }
  }

  /// Restores a record.
  mutating func restore(_ record: WindowRecord) {
    let place = record.requirements.windowPlace
    if place != 0 { windows[place].record = record.checked }
  }

  /// Returns the records that have changed since the last call.
  mutating func takeChanged() -> [WindowRecord] {
    defer { changed = [] }
    return changed.sorted().compactMap { windows[$0].record }
  }

  /// Returns the windows of the set; `nil` of one that asks for nothing that comes in windows.
  subscript(set: Requirements) -> Window? {
    let place = set.windowPlace
    return place == 0 ? nil : windows[place]
  }
}

extension Requirements {
  /// The requirements that come and go in windows. Pressure and a full disk are no windows: they say how the
  /// machine is, not whether its owner has left it.
  static let ofWindows = windowBits.reduce(into: Requirements()) { $0.formUnion($1) }

  fileprivate static let windowBits: [Requirements] = [
    .network, .unmeteredNetwork, .externalPower, .idle, .vpn,
  ]

  /// The number of the set among all sets of ``ofWindows``.
  fileprivate var windowPlace: Int {
    Self.windowBits.enumerated().reduce(0) { $0 | (contains($1.element) ? 1 << $1.offset : 0) }
  }

  fileprivate init(windowPlace: Int) {
    self = Self.windowBits.enumerated().reduce(into: []) { set, bit in
      if windowPlace & 1 << bit.offset != 0 { set.formUnion(bit.element) }
    }
  }
}
