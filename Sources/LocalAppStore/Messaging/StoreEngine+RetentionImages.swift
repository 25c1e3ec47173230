package import AppStoreModels
package import Foundation
import OrderedCollections

extension StoreEngine {
    /// All images in the order of their upload.
    package var retentionImages: [StoreRetentionImage] { Array(messagingState.images.values) }

    /// Takes an image in, for the review.
    ///
    /// - Throws: 4090000, 4030014
    package mutating func uploadImage(
        _ id: UUID,
        size: RetentionImageSize,
        content: RetentionImageContent
    ) throws(StoreError) {
        guard messagingState.images[id] == nil else {
            throw .messaging(4_090_000, "there is an image \(id.uuidString.lowercased()) already")
        }
        guard messagingState.images.count < MessagingState.maximumCount else {
            throw .messaging(4_030_014, "there are \(MessagingState.maximumCount) images already; delete some")
        }
        let image = StoreRetentionImage(id: id, size: size, content: content, review: newReview)
        emit(.retentionImageUploaded, about: .messaging(MessagingChange(image: image)))
    }

    /// Deletes an image that no message uses.
    ///
    /// - Throws: 4040014, 4030019
    package mutating func deleteImage(_ id: UUID) throws(StoreError) {
        guard messagingState.images[id] != nil else { throw .noImage(id) }
        guard messagingState.imageUses[id] == nil else {
            throw .messaging(4_030_019, "a message uses the image; delete the message first")
        }
        emit(.retentionImageDeleted, about: .messaging(MessagingChange(removedImage: id)))
    }

    /// Decides about an image in the place of the App Store's review.
    ///
    /// - Throws: `unknownImage`
    package mutating func reviewImage(_ id: UUID, _ decision: RetentionReviewState) throws(StoreError) {
        guard var image = messagingState.images[id] else { throw .noImage(id) }
        image.review.decision = decision
        emit(.retentionImageReviewed, about: .messaging(MessagingChange(image: image)))
    }

    /// The review that begins now.
    var newReview: RetentionReview {
        RetentionReview(
            uploadDate: now,
            approvalDate: settings.retentionReviewSeconds.map { now.adding(seconds: TimeInterval($0)) },
            decision: nil
        )
    }
}
