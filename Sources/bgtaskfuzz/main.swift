import Fuzzing

FuzzProgram.main()
