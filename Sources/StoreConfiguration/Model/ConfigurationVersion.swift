import AppStoreModels

/// The version of a `.storekit` file's format, 1.0 (Xcode 12) to 6.3 (Xcode 27) so far.
public struct ConfigurationVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Changes that older Xcodes do not read.
    public let major: Int64
    /// Changes that they do.
    public let minor: Int64

    /// A version.
    public init(major: Int64, minor: Int64) {
        self.major = major
        self.minor = minor
    }

    init?(json: JSONObject) {
        guard let major = json[integer: "major"] else { return nil }
        self.init(major: major, minor: json[integer: "minor"] ?? 0)
    }

    var json: JSONObject { ["major": .number(JSONNumber(major)), "minor": .number(JSONNumber(minor))] }

    public static func < (left: Self, right: Self) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }

    public var description: String { "\(major).\(minor)" }
}
