import BackgroundTasks

extension Lifecycle {
  /// Follows the machine from now on, by what bgtaskd knows from logind.
  ///
  /// - Before it sleeps the program is suspended, and before it shuts down the program is in the background,
  ///   with its hooks; the machine waits for them, as long as its own limit allows (`InhibitDelayMaxSec=` of
  ///   logind.conf(5), 5 s). Give them less than that.
  /// - When it is back, the program returns to where it was, or where ``enter(_:)`` wants it meanwhile.
  /// - While nobody sees it, an active program is inactive: the screens of all who are logged in are locked,
  ///   the lid is closed over the only screen, or another user's session is in front.
  ///
  /// A daemon that is away is waited for. Calling it again changes nothing.
  public func followMachine() {
    follow(.machine) { lifecycle in
      lifecycle.system.followMachine { [weak lifecycle] news in
        switch news {
        case .sleeps: await lifecycle?.bound(.departure, to: .suspended)
        case .shutsDown: await lifecycle?.bound(.departure, to: .background)
        case .isBack: await lifecycle?.bound(.departure, to: nil)
        case .unseen(let why, let isUnseen):
          await lifecycle?.bound(.unseen(why), to: isUnseen ? .inactive : nil)
        }
      }
    }
  }

  /// Follows the program's terminal from now on, for programs that are in use when their keys are: in the
  /// foreground it is active; stopped (`SIGTSTP`), behind another program, and when the terminal is gone
  /// (`SIGHUP`) it is in the background.
  ///
  /// The program stops, or ends, when it has come there with its hooks. Calling it again changes nothing.
  public func followTerminal() {
    follow(.terminal) { lifecycle in
      lifecycle.system.followTerminal { [weak lifecycle] news in
        switch news {
        case .foreground: await lifecycle?.enter(.active)
        case .background: await lifecycle?.enter(.background)
        }
      }
    }
  }
}
