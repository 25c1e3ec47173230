import CStoreKit
import Foundation

/// Finds a `.storekit` file by its name.
struct ConfigurationSearch {
    /// The folders to look in, in order.
    let folders: [URL]

    /// Where resources of a test are: the main bundle, the resource folders beside it, the working directory.
    static var standard: ConfigurationSearch {
        let bundles = [Bundle.main] + Bundle.allBundles
        let resources = bundles.compactMap(\.resourceURL)
        let beside = resources.flatMap { folder in
            let content = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            return (content ?? []).filter { ["resources", "xctest", "bundle"].contains($0.pathExtension) }
                .sorted { $0.path < $1.path }
        }
        let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
        return ConfigurationSearch(folders: resources + beside + [current])
    }

    /// The first file with this name, which may be given with or without the extension.
    ///
    /// - Throws: `fileNotFound`
    func url(named name: String) throws(SKTestError) -> URL {
        let file = name.hasSuffix(".storekit") ? name : name + ".storekit"
        guard
            let url = folders.lazy.map({ $0.appendingPathComponent(file) })
                .first(where: { FileManager.default.fileExists(atPath: $0.path) })
        else {
            throw SKTestError(
                .fileNotFound,
                reason: "No bundle and not the working directory has \(file). Add it to the resources of the test "
                    + "target, or use init(contentsOf:)."
            )
        }
        return url
    }
}
