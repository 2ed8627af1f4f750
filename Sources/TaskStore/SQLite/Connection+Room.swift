import CSQLite

extension Connection {
  /// The bytes that SQLite writes before each page of the log, and before the first.
  private static let (frameHeaderBytes, logHeaderBytes): (Int64, Int64) = (24, 32)

  /// Returns the counts of the database's pages, with those that an open transaction adds.
  func pageUse() throws(StoreError) -> PageUse {
    PageUse(pages: try number(.pageCount), free: try number(.freePageCount), leftBytes: 0)
  }

  private func number(_ query: Query) throws(StoreError) -> Int64 {
    guard case .integer(let number)? = try firstRow(query)?.first else { return 0 }
    return number
  }

  /// Takes room in the file for this many pages from the file system, before the log has them: moving the log
  /// then needs no room that others could have taken meanwhile.
  func claim(pages: Int64) throws(StoreError) {
    var size = pages * DiskRoom.pageBytes
    // SQLite heeds the hint where files grow in steps. Elsewhere they grow as it writes them.
    var (step, none): (CInt, CInt) = (CInt(DiskRoom.pageBytes), 0)
    control(SQLITE_FCNTL_CHUNK_SIZE, &step)
    defer { control(SQLITE_FCNTL_CHUNK_SIZE, &none) }
    guard control(SQLITE_FCNTL_SIZE_HINT, &size) == SQLITE_OK else {
      throw StoreError(code: .full, path: path, detail: "the database cannot grow to \(size) bytes")
    }
  }

  /// Gives back what an uncommitted transaction has left behind the pages of the log. No reader reads
  /// meanwhile.
  func cutLog() {
    // The end of a log that was moved is not known; the checkpoint that follows gives all of it back.
    guard pagesInLog > 0 else { return }
    cut(
      SQLITE_FCNTL_JOURNAL_POINTER,
      to: Self.logHeaderBytes + Int64(pagesInLog) * (DiskRoom.pageBytes + Self.frameHeaderBytes))
  }

  /// Gives back the room that was claimed for pages that did not come. No reader reads meanwhile.
  func cutFile() {
    guard let pages = try? pageUse().pages, pages > 0 else { return }
    cut(SQLITE_FCNTL_FILE_POINTER, to: pages * DiskRoom.pageBytes)
  }

  /// Shortens one of SQLite's files to a size in bytes. SQLite has made it longer for nothing.
  private func cut(_ which: CInt, to size: Int64) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard control(which, &file) == SQLITE_OK, let file, let calls = file.pointee.pMethods?.pointee else {
      return
    }
    var found: Int64 = 0
    // A file that cannot be cut keeps its room.
    if calls.xFileSize(file, &found) == SQLITE_OK, found > size { _ = calls.xTruncate(file, size) }
  }
}
