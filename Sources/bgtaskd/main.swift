import Daemon

BackgroundTaskDaemon.main()
