import Benchmark

BenchmarkProgram.main()
