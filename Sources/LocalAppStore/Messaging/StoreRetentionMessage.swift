public import Foundation

/// What a customer may read who is about to cancel a subscription.
public struct StoreRetentionMessage: Sendable, Hashable, Codable, Identifiable {
    /// The developer's identifier.
    public let id: UUID
    /// Texts and images.
    public let content: RetentionMessageContent
    /// Whether it may be shown.
    public internal(set) var review: RetentionReview
}

/// Texts and images of a retention message, as they are uploaded.
public struct RetentionMessageContent: Sendable, Hashable, Codable {
    /// An image and what is read aloud in its place.
    public struct Picture: Sendable, Hashable, Codable {
        /// An uploaded image.
        public var imageID: UUID
        /// At most 150 characters.
        public var altText: String

        /// An image with a text.
        public init(imageID: UUID, altText: String) {
            self.imageID = imageID
            self.altText = altText
        }
    }

    /// A line of a list, with a small image.
    public struct BulletPoint: Sendable, Hashable, Codable {
        /// At most 66 characters.
        public var text: String
        /// Made for bullet points.
        public var picture: Picture

        /// A line of a list.
        public init(text: String, picture: Picture) {
            self.text = text
            self.picture = picture
        }
    }

    /// Where the header stands.
    public struct HeaderPosition: RawRepresentable, Hashable, Sendable, Codable {
        /// Apple's word.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Between image and body, as usual.
        public static let aboveBody = Self(rawValue: "ABOVE_BODY")
        /// Above the image, which there must be.
        public static let aboveImage = Self(rawValue: "ABOVE_IMAGE")
    }

    /// At most 66 characters.
    public var header: String
    /// At most 144 characters.
    public var body: String
    /// The large image; nil for none.
    public var image: Picture?
    /// Nil for ``HeaderPosition/aboveBody``.
    public var headerPosition: HeaderPosition?
    /// At most five.
    public var bulletPoints: [BulletPoint]

    /// A message.
    public init(
        header: String,
        body: String,
        image: Picture? = nil,
        headerPosition: HeaderPosition? = nil,
        bulletPoints: [BulletPoint] = []
    ) {
        self.header = header
        self.body = body
        self.image = image
        self.headerPosition = headerPosition
        self.bulletPoints = bulletPoints
    }

    /// All images, the large one first.
    var imageIDs: [UUID] { ((image.map { [$0] } ?? []) + bulletPoints.map(\.picture)).map(\.imageID) }
}

/// The message that is shown for a product in a language where the developer's server chooses none.
public struct DefaultRetentionMessage: Sendable, Hashable, Codable {
    /// The subscription that is about to be cancelled.
    public let productID: String
    /// A language tag, such as `en-US`.
    public let locale: String
    /// The message.
    public let messageID: UUID

    /// What it is found by.
    var key: String { Self.key(productID, locale) }

    static func key(_ productID: String, _ locale: String) -> String { "\(locale.lowercased()) \(productID)" }
}
