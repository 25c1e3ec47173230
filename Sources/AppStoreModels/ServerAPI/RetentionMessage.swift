/// A message that a customer sees who is about to cancel a subscription.
public struct RetentionMessage: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The headline, at most 66 characters.
    public var header: String? {
        get { json[string: "header"] }
        set { json[string: "header"] = newValue }
    }

    /// The text, at most 144 characters.
    public var body: String? {
        get { json[string: "body"] }
        set { json[string: "body"] = newValue }
    }

    /// An image beside it.
    public var image: RetentionMessageImage? {
        get { json[object: "image"].map(RetentionMessageImage.init(json:)) }
        set { json[object: "image"] = newValue?.json }
    }

    /// Where the headline stands.
    public var headerPosition: RetentionHeaderPosition? {
        get { json[string: "headerPosition"].map(RetentionHeaderPosition.init(rawValue:)) }
        set { json[string: "headerPosition"] = newValue?.rawValue }
    }

    /// At most 5.
    public var bulletPoints: [RetentionBulletPoint] {
        get { json[objects: "bulletPoints"].map(RetentionBulletPoint.init(json:)) }
        set { json[objects: "bulletPoints"] = newValue.map(\.json) }
    }
}

/// The image of a message.
public struct RetentionMessageImage: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The image that was uploaded.
    public var identifier: String? {
        get { json[string: "imageIdentifier"] }
        set { json[string: "imageIdentifier"] = newValue }
    }

    /// What it shows, for those who do not see it; at most 150 characters.
    public var altText: String? {
        get { json[string: "altText"] }
        set { json[string: "altText"] = newValue }
    }
}

/// A bullet point of a message.
public struct RetentionBulletPoint: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The text, at most 66 characters.
    public var text: String? {
        get { json[string: "text"] }
        set { json[string: "text"] = newValue }
    }

    /// The image before it.
    public var imageIdentifier: String? {
        get { json[string: "imageIdentifier"] }
        set { json[string: "imageIdentifier"] = newValue }
    }

    /// What it shows, for those who do not see it; at most 150 characters.
    public var altText: String? {
        get { json[string: "altText"] }
        set { json[string: "altText"] = newValue }
    }
}

/// Where the headline of a message stands.
public struct RetentionHeaderPosition: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Between image and text.
    public static let aboveBody = Self(rawValue: "ABOVE_BODY")
    /// Above the image, which must be there.
    public static let aboveImage = Self(rawValue: "ABOVE_IMAGE")

    public var description: String { rawValue }
}

/// A message, as the list has it.
public struct RetentionMessageSummary: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// Its name.
    public var identifier: String? {
        get { json[string: "messageIdentifier"] }
        set { json[string: "messageIdentifier"] = newValue }
    }

    /// Whether it was approved.
    public var state: RetentionReviewState? {
        get { json[string: "messageState"].map(RetentionReviewState.init(rawValue:)) }
        set { json[string: "messageState"] = newValue?.rawValue }
    }
}
