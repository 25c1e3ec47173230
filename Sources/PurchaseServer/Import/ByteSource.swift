package import Foundation

/// Octets of a file, a portion at a time, so that a file of any length takes the same memory.
package struct ByteSource {
    private let read: () throws -> Data?
    /// How many octets were read.
    package private(set) var count: Int64 = 0

    /// How many octets a portion has.
    private static let portion = 65_536

    /// - Parameter read: The next portion; nil or an empty one at the end.
    package init(_ read: @escaping () throws -> Data?) { self.read = read }

    /// What an open file holds from here on.
    package init(_ file: FileHandle) {
        self.init { try file.read(upToCount: Self.portion) }
    }

    /// - Throws: ``ImportError``, code `unreadable`.
    mutating func next() throws(ImportError) -> [UInt8]? {
        let data: Data?
        do { data = try read() } catch let error as ImportError { throw error } catch {
            throw ImportError(.unreadable, "the file cannot be read: \(error.localizedDescription)")
        }
        guard let data, !data.isEmpty else { return nil }
        count += Int64(data.count)
        return Array(data)
    }
}
