import InterfaceGenerator

try GeneratorProgram.run()
