import Control

ControlProgram.main()
