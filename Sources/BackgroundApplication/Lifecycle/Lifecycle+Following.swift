import BackgroundTasks

extension Lifecycle {
  /// Follows the machine from now on, by what bgtaskd learns from logind.
  ///
  /// - Before the machine sleeps the program is suspended, and before it shuts down the program is in the
  ///   background, with its hooks; the machine waits for them, within its own limit (`InhibitDelayMaxSec=` of
  ///   logind.conf(5), 5 s). Give them less than that.
  /// - When the machine is back, the program returns to its earlier state, or to one that ``enter(_:)`` has
  ///   asked for meanwhile.
  /// - While an active program is out of sight it is inactive: the screens of all who are logged in are
  ///   locked, the lid is closed over the only screen, or another user's session is in front.
  ///
  /// The lifecycle waits for a daemon that is away. Further calls change nothing.
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

  /// Follows the program's terminal from now on, for programs that are in use while the keyboard is theirs.
  /// In the foreground the program is active. Stopped (`SIGTSTP`), behind another program, and when the
  /// terminal is gone (`SIGHUP`) it is in the background.
  ///
  /// The program stops, or ends, once its hooks for that have run. Further calls change nothing.
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
