import BackgroundTasks

// Shape: what a request asks of the machine as one expression of values: in one go, bit by bit, from a
// setting, and from a text.

struct BackupRules {
  var homeNetworks = ["Home"]
  var minimumCharge = 60
  var quiet = Duration.seconds(600)
  var start: BGTaskCondition.TimeOfDay = "22:00"
  var end: BGTaskCondition.TimeOfDay = "06:00"
  var days: Set<BGTaskCondition.Weekday> = [.saturday, .sunday]
  var onlyOnMains = true

  /// All in one go.
  static let nightly: BGTaskCondition =
    .externalPower && (.unmetered || .network("Home")) && .idle(for: .seconds(600)) && !.hot
    && .battery(atLeast: 60) && .between("22:00", "06:00")

  /// Everything that can be asked for, in one go.
  static let everything: BGTaskCondition =
    .externalPower && .notCharging && .network && .unmetered && .vpn && .idle && .locked && .lidClosed
    && !.lowPower && !.hot && !.cpuPressure && !.memoryPressure && !.ioPressure && !.storageLow
    && .battery(moreThan: 20)
    && (.network("Home") || .network("Office", for: .seconds(60)) || !.network)
    && (.noUser || .noUser("alice")) && (.between("22:00", "06:00") || .on(.saturday, .sunday))

  /// Bit by bit.
  var condition: BGTaskCondition {
    var condition: BGTaskCondition = .battery(atLeast: minimumCharge) && .idle(for: quiet)
    if onlyOnMains { condition = condition && .externalPower }
    if let first = homeNetworks.first {
      let known = homeNetworks.dropFirst().reduce(BGTaskCondition.network(first)) { $0 || .network($1) }
      condition = condition && known
    }
    return condition && (.between(start, end) || .on(days))
  }

  func request(_ identifier: String) -> BGProcessingTaskRequest {
    let request = BGProcessingTaskRequest(identifier: identifier)
    request.when = condition
    request.whileRunning = .battery(atLeast: minimumCharge - 20)
    request.relaxations = [
      .after(.seconds(86_400), without: .idle, .between, .on),
      .after(.seconds(7 * 86_400), without: .network),
    ]
    request.unknownConditions = .wait
    return request
  }

  /// The same in a request that is made in one expression of its own.
  static func weekdayRequest(_ identifier: String) -> BGAppRefreshTaskRequest {
    let request = BGAppRefreshTaskRequest(identifier: identifier)
    request.when = .on(.monday ... .friday) && !(.hot || .lowPower)
    return request
  }
}

/// A setting that a person has written.
func conditionOfSetting(_ text: String) -> Result<BGTaskCondition, BGTaskCondition.SyntaxError> {
  do throws(BGTaskCondition.SyntaxError) {
    return .success(try BGTaskCondition(parsing: text))
  } catch {
    return .failure(error)
  }
}
