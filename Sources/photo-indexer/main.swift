import PhotoIndexer

PhotoIndexerProgram.main()
