/// Keeps others off a database for as long as somebody holds on to this: servers with other settings, or everybody.
protocol DatabaseLock: AnyObject, Sendable {}

extension FolderLock: DatabaseLock {}
