import Control

ControlProgram.helpDaemon()
