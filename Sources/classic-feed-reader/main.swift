import ClassicFeedReader

ClassicFeedReaderProgram.main()
