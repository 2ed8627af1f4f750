package import SchedulerCore

/// The machine's power by all its power supplies. Pure.
///
/// The rules count in this order:
/// 1. A supply of another device than the machine does not count, nor an empty battery bay, nor a USB-C port
///    that gives power.
/// 2. An uninterruptible supply that discharges: battery, whatever adapter behind it is online.
/// 3. An adapter that is online: external, whatever the battery says. At a charge limit it says "not
///    charging", when full it may say "discharging", and a weak charger is a charger.
/// 4. No battery: external. A desktop's USB-C ports are supplies that are offline, and it runs nonetheless.
/// 5. A battery that discharges: battery.
/// 6. A battery that charges, is full or rests: external. The adapter that feeds it is one that the kernel
///    does not list, or lists as offline, as on some laptops that are charged over USB-C.
/// 7. Batteries that say nothing: battery when adapters are listed and all of them offline, else unknown.
package struct PowerReading: Hashable, Sendable {
  package var source: PowerSource
  /// The level of all batteries together, 0 to 100; nil when there is none or none says.
  package var batteryPercent: Int?
  /// Whether a battery is being charged; nil when there is none or none tells its status. A battery that
  /// rests at a charge limit is not being charged, whatever adapter is in.
  package var isCharging: Bool?

  /// Interprets the supplies of one machine.
  package init(_ supplies: [PowerSupply]) {
    let own = supplies.filter { !$0.isForDevice }
    let adapters = own.filter { $0.kind == .adapter && !$0.givesPower }
    let batteries = own.filter { $0.kind == .battery && $0.isPresent }
    let uninterruptible = own.filter { $0.kind == .uninterruptible && $0.isPresent }
    source = Self.source(
      adapters: adapters, batteries: batteries, uninterruptible: uninterruptible,
      isAnythingUnrecognized: own.contains { $0.kind == .unrecognized })
    let stores = batteries.isEmpty ? uninterruptible : batteries
    batteryPercent = Self.percent(stores)
    let known = stores.map(\.status).filter { $0 != .unknown }
    isCharging = known.isEmpty ? nil : known.contains(.charging)
  }

  /// The conditions that follow from the supplies.
  package var changes: [ConditionChange] {
    [.powerSource(source), .batteryPercent(batteryPercent), .flag(.charging, isCharging)]
  }

  /// The conditions where the supplies cannot be read.
  package static let unknownConditions: [ConditionChange] = [
    .powerSource(.unknown), .batteryPercent(nil), .flag(.charging, nil),
  ]

  private static func source(
    adapters: [PowerSupply], batteries: [PowerSupply], uninterruptible: [PowerSupply],
    isAnythingUnrecognized: Bool
  ) -> PowerSource {
    if uninterruptible.contains(where: { $0.status == .discharging }) { return .battery }
    if adapters.contains(where: { $0.isOnline == true }) { return .external }
    if batteries.isEmpty { return isAnythingUnrecognized ? .unknown : .external }
    if batteries.contains(where: { $0.status == .discharging }) { return .battery }
    if batteries.contains(where: { $0.status != .unknown }) { return .external }
    return !adapters.isEmpty && adapters.allSatisfy { $0.isOnline == false } ? .battery : .unknown
  }

  /// Returns the level by energy where every battery tells it, else by charge, which is nearly the same when
  /// the voltages are; else the mean of the levels that are told.
  private static func percent(_ batteries: [PowerSupply]) -> Int? {
    guard batteries.count > 1 else { return batteries.first?.percent }
    for levels in [batteries.map(\.energy), batteries.map(\.charge)] {
      let known = levels.compactMap(\.self)
      if known.count == batteries.count, let whole = FillLevel.combined(known) { return whole.percent }
    }
    let percents = batteries.compactMap(\.percent)
    return percents.isEmpty ? nil : percents.reduce(0, +) / percents.count
  }
}
