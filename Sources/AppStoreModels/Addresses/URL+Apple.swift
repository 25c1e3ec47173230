package import Foundation

extension URL {
    /// The address of one of Apple's servers.
    ///
    /// - Parameters:
    ///   - host: Its name, which this package spells out.
    ///   - path: What it answers there, with a slash before it; nothing for all.
    package init(appleHost host: String, path: String = "") {
        var parts = URLComponents()
        parts.scheme = "https"
        parts.host = host
        parts.path = path
        // Built from constants that always form an address; the other branch is there for the type system only.
        self = parts.url ?? URL(fileURLWithPath: "/")
    }
}
