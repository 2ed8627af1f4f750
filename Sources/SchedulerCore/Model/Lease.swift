/// The time for which a task's submitter is known to stand behind it. When the lease is over, the task
/// neither starts nor goes on (R95 to R98).
package struct Lease: Hashable, Sendable {
  /// The point at which the lease is over, unless it is renewed before.
  package var until: BootTime
  /// The boot whose clock ``until`` is of.
  package var boot: BootID

  package init(until: BootTime, boot: BootID) { (self.until, self.boot) = (until, boot) }

  /// The longest lease.
  package static let maximum = TimeSpan.days(1)

  /// Whether the lease is over.
  func isOver(at moment: Moment) -> Bool { until <= moment.boot }

  /// Returns the time that is left; none when the lease is over.
  package func rest(at moment: Moment) -> TimeSpan { max(until - moment.boot, .zero) }

  /// Returns the lease as a daemon of this boot sees it: a lease of another boot, or of one that cannot be
  /// told from others, has been over since before this boot.
  package func seen(in current: BootID) -> Lease {
    boot == current && boot != .unknown ? self : Lease(until: BootTime(uSec: 0), boot: boot)
  }

  /// Returns the reason why the task of the lease does not start or go on.
  func loss(at moment: Moment) -> Reason {
    let isOfEarlierBoot = until.uSec <= 0
    let time = max(moment.boot - until, .zero)
    return Reason(
      code: .leaseLost, message: "its lease is over, and its submitter has not renewed it",
      required: "bgtaskctl renew before the end of the lease",
      observed: isOfEarlierBoot
        ? "the machine was started anew since" : time < .seconds(1) ? nil : "over for \(time.roundedText)",
      since: isOfEarlierBoot ? nil : moment.wall + (.zero - time))
  }
}
