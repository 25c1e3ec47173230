public import Foundation

/// Keeps each value in a file of its own in one folder.
public struct FileStorage: KeyValueStorage {
    private let folder: URL

    /// A storage in `folder`, which is made when it is first written to.
    public init(folder: URL) {
        self.folder = folder
    }

    /// The data under `key`; nil if there is no such file.
    ///
    /// - Throws: What Foundation throws when the file is there and cannot be read.
    public func data(forKey key: String) throws -> Data? {
        let url = url(forKey: key)
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        return try Data(contentsOf: url)
    }

    /// Replaces the file of `key` in one step.
    ///
    /// - Throws: What Foundation throws when the disk is full or the folder cannot be written to.
    public func set(_ data: Data?, forKey key: String) throws {
        let url = url(forKey: key)
        if let data {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try data.write(to: url, options: .atomic)
        } else if FileManager.default.fileExists(atPath: url.path) {
            try FileManager.default.removeItem(at: url)
        }
    }

    /// Keys may hold anything; a file's name may not.
    private func url(forKey key: String) -> URL {
        let name = key.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return folder.appendingPathComponent("value-" + name)
    }
}
