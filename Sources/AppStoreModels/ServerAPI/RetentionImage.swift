/// An image of the Retention Messaging API, as the list has it.
public struct RetentionImage: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// Its name.
    public var identifier: String? {
        get { json[string: "imageIdentifier"] }
        set { json[string: "imageIdentifier"] = newValue }
    }

    /// Whether it was approved.
    public var state: RetentionReviewState? {
        get { json[string: "imageState"].map(RetentionReviewState.init(rawValue:)) }
        set { json[string: "imageState"] = newValue?.rawValue }
    }

    /// For what it is.
    public var size: RetentionImageSize? {
        get { json[string: "imageSize"].map(RetentionImageSize.init(rawValue:)) }
        set { json[string: "imageSize"] = newValue?.rawValue }
    }
}

/// For what an image of a message is.
public struct RetentionImageSize: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The whole width of the message.
    public static let fullSize = Self(rawValue: "FULL_SIZE")
    /// The sign before a bullet point.
    public static let bulletPoint = Self(rawValue: "BULLET_POINT")
    /// Those that are known.
    public static let all = [fullSize, bulletPoint]

    public var description: String { rawValue }
}

/// How far the review of an image or a message is.
public struct RetentionReviewState: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not decided.
    public static let pending = Self(rawValue: "PENDING")
    /// It may be shown.
    public static let approved = Self(rawValue: "APPROVED")
    /// It may not be shown.
    public static let rejected = Self(rawValue: "REJECTED")

    public var description: String { rawValue }
}
