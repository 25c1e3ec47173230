import Foundation

/// What the store hosts for one product: a folder of files.
struct HostedContent: Sendable {
    /// A file, and how many bytes it has.
    struct File: Sendable {
        let path: String
        let length: Int64
    }

    let productIdentifier: String
    let version: String
    let folder: URL
    let files: [File]

    /// How many bytes all files have.
    var length: Int64 { files.reduce(0) { $0 + $1.length } }

    /// The content of a product in a store's folder; nil if there is none.
    ///
    /// - Parameter folder: Has a folder for each product, named by the product's identifier. `ContentVersion` of
    ///   `ContentInfo.plist` in it is the version; without one it is 1.0.
    init?(of productIdentifier: String, in folder: URL) {
        // An identifier that is a path, such as "..", names no folder of content.
        guard !productIdentifier.isEmpty, !productIdentifier.contains("/"), !productIdentifier.hasPrefix(".") else {
            return nil
        }
        let content = folder.appendingPathComponent(productIdentifier, isDirectory: true)
        guard let paths = FileManager.default.enumerator(atPath: content.path) else { return nil }
        var files: [File] = []
        for case let path as String in paths {
            let attributes = try? FileManager.default.attributesOfItem(
                atPath: content.appendingPathComponent(path).path
            )
            guard let attributes, attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            files.append(File(path: path, length: (attributes[.size] as? NSNumber)?.int64Value ?? 0))
        }
        guard !files.isEmpty else { return nil }
        self.productIdentifier = productIdentifier
        self.folder = content
        self.files = files.sorted { $0.path < $1.path }
        version = Self.version(in: content) ?? "1.0"
    }

    private static func version(in folder: URL) -> String? {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent("ContentInfo.plist")),
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        else { return nil }
        return list["ContentVersion"] as? String
    }
}
