public import AppStoreModels
public import Foundation

/// An uploaded image of retention messages. The store keeps what tells it from others, not its pixels.
public struct StoreRetentionImage: Sendable, Hashable, Codable, Identifiable {
    /// The developer's identifier.
    public let id: UUID
    /// The place that it is made for.
    public let size: RetentionImageSize
    /// What was uploaded.
    public let content: RetentionImageContent
    /// Whether it may be shown.
    public internal(set) var review: RetentionReview
}

/// What a PNG image is, without its pixels.
public struct RetentionImageContent: Sendable, Hashable, Codable {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// How long the file is.
    public let byteCount: Int
    /// SHA-256 of the file, in hexadecimal digits.
    public let digest: String
}
