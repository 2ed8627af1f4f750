import SchedulerCore

extension Weekday {
  /// Creates the day of the name `mon` or `Monday`, in any case.
  init?(named name: some StringProtocol) {
    let name = name.lowercased()
    guard let day = Weekday.allCases.first(where: { $0.rawValue == name || $0.longName == name }) else {
      return nil
    }
    self = day
  }

  private var longName: String {
    switch self {
    case .mon: "monday"
    case .tue: "tuesday"
    case .wed: "wednesday"
    case .thu: "thursday"
    case .fri: "friday"
    case .sat: "saturday"
    case .sun: "sunday"
    }
  }

  /// The number of days after Monday.
  var daysAfterMonday: Int { Weekday.allCases.firstIndex(of: self) ?? 0 }
}
