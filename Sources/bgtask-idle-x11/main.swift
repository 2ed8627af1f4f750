import X11Idle

X11IdleProgram.run()
