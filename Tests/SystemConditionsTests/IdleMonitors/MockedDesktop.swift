import TestSupport

/// Templates of python-dbusmock for what desktops have on a person's bus, as much of it as is asked.
enum MockedDesktop {
  static let mutter = "org.gnome.Mutter.IdleMonitor"
  static let mutterPath = "/org/gnome/Mutter/IdleMonitor/Core"
  static let manager = "org.gnome.SessionManager"
  static let managerPath = "/org/gnome/SessionManager"
  static let gnomeSaver = "org.gnome.ScreenSaver"
  static let gnomeSaverPath = "/org/gnome/ScreenSaver"
  static let kde = "org.kde.screensaver"
  static let kdePath = "/ScreenSaver"

  /// What tests ask of the templates beside what a desktop offers.
  static let test = "org.example.Test"

  /// `Leave` and `ComeBack` fire the watches that are there, as a person does. `Hurry` has the person come
  /// back while the next watch for that is made, which hears nothing of it any more, and leave again when
  /// that has been asked for. `Sit` says for how many milliseconds nothing has been touched. `TalkNonsense`
  /// answers with what cannot be a time from then on.
  static let mutterTemplate = """
    import dbus
    from gi.repository import GLib
    BUS_NAME = '\(mutter)'
    MAIN_OBJ = '\(mutterPath)'
    MAIN_IFACE = '\(mutter)'
    SYSTEM_BUS = False

    def load(mock, parameters):
        mock.idle, mock.watches, mock.idle_watch, mock.active_watch = 0, 0, 0, 0
        mock.hurry, mock.hurried, mock.removed, mock.interval = False, False, 0, 0

        def leave():
            mock.idle = mock.interval
            mock.EmitSignal(MAIN_IFACE, 'WatchFired', 'u', [mock.idle_watch])
            return False

        mock.leave_later = lambda: GLib.idle_add(leave)
        mock.AddMethods(MAIN_IFACE, [
            ('GetIdletime', '', 't',
             'ret = self.idle; self.hurried and self.leave_later(); self.hurried = False'),
            ('AddIdleWatch', 't', 'u',
             'self.watches += 1; self.idle_watch = self.watches; self.interval = args[0]; '
             'ret = self.watches'),
            ('AddUserActiveWatch', '', 'u',
             'self.watches += 1; self.active_watch = self.watches; ret = self.watches; '
             'self.idle = 7 if self.hurry else self.idle; self.hurried = self.hurry; self.hurry = False'),
            ('RemoveWatch', 'u', '', 'self.removed = args[0]'),
        ])
        mock.AddMethods('\(test)', [
            ('Sit', 't', '', 'self.idle = args[0]'),
            ('Leave', '', '', 'self.idle = self.interval; '
             'self.EmitSignal("\(mutter)", "WatchFired", "u", [self.idle_watch])'),
            ('ComeBack', '', '', 'self.idle = 0; '
             'self.EmitSignal("\(mutter)", "WatchFired", "u", [self.active_watch])'),
            ('FireOther', '', '',
             'self.EmitSignal("\(mutter)", "WatchFired", "u", [dbus.UInt32(4000000000)]); '
             'self.EmitSignal("\(mutter)", "WatchFired", "s", ["1"])'),
            ('Hurry', '', '', 'self.hurry = True'),
            ('TalkNonsense', '', '',
             'self.AddMethod("\(mutter)", "GetIdletime", "", "s", "ret = str(self.idle)")'),
            ('HasRemoved', 'u', '', 'if self.removed != args[0]: raise ValueError(self.removed)'),
        ])
    """

  static let managerTemplate = """
    import dbus
    BUS_NAME = '\(manager)'
    MAIN_OBJ = '\(managerPath)'
    MAIN_IFACE = '\(manager)'
    SYSTEM_BUS = False

    def load(mock, parameters):
        mock.AddProperty(MAIN_IFACE, 'InhibitedActions', dbus.UInt32(0))
    """

  /// KDE's locker on X11. `Sit` says for how many milliseconds nothing has been touched.
  static let kdeTemplate = """
    import dbus
    BUS_NAME = '\(kde)'
    MAIN_OBJ = '\(kdePath)'
    MAIN_IFACE = 'org.freedesktop.ScreenSaver'
    SYSTEM_BUS = False

    def load(mock, parameters):
        mock.idle = 0
        mock.AddMethods(MAIN_IFACE, [('GetSessionIdleTime', '', 'u', 'ret = self.idle')])
        mock.AddMethods('\(test)', [('Sit', 'u', '', 'self.idle = args[0]')])
    """
}
