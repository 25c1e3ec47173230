import SystemCalls

/// What an open file is, for root: one that leads elsewhere is nothing to write to.
enum FileKind {
    /// Why a file is none that has one name and content of its own; nil if it is one.
    static func flaw(of descriptor: Int32) -> String? {
        guard let status = FileStatus(descriptor: descriptor), status.isRegular else { return "no regular file" }
        return status.nameCount > 1 ? "a link (a hard one)" : nil
    }
}
