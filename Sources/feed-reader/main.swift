import FeedReader

await FeedReaderProgram.main()
