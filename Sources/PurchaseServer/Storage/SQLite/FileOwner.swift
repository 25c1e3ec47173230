import Foundation
import SystemCalls

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Whose what root makes is to be: a server that runs as another user could not open files of root's.
struct FileOwner: Equatable {
    let user: uid_t
    let group: gid_t

    /// The owner of a file, or, where it is not there, of its folder; nil for whoever is not root, and makes files as itself.
    init?(of file: URL, isRoot: Bool = geteuid() == 0) {
        guard isRoot else { return nil }
        let folder = file.deletingLastPathComponent()
        guard let status = FileStatus(path: file.path) ?? FileStatus(path: folder.path) else { return nil }
        (user, group) = (status.user, status.group)
    }

    /// Takes a file that was just made.
    ///
    /// - Parameter descriptor: Not the path: whoever may write to the folder could put another file there meanwhile.
    func take(_ descriptor: Int32) { _ = fchown(descriptor, user, group) }

    /// Takes a folder that was just made; a link is not followed.
    func take(folder: URL) { _ = lchown(folder.path, user, group) }
}
