package import AppStoreModels
package import Foundation
import OrderedCollections

extension StoreEngine {
    /// All messages in the order of their upload.
    package var retentionMessages: [StoreRetentionMessage] { Array(messagingState.messages.values) }

    /// Takes a message in, for the review.
    ///
    /// - Throws: 4000162, 4000163, 4000175, 4000218, 4000219, 4000224, 4040014, 4000216, 4090001, 4030016
    package mutating func uploadMessage(_ id: UUID, _ content: RetentionMessageContent) throws(StoreError) {
        try checkTexts(of: content)
        try checkImages(of: content)
        guard messagingState.messages[id] == nil else {
            throw .messaging(4_090_001, "there is a message \(id.uuidString.lowercased()) already")
        }
        guard messagingState.messages.count < MessagingState.maximumCount else {
            throw .messaging(4_030_016, "there are \(MessagingState.maximumCount) messages already; delete some")
        }
        let message = StoreRetentionMessage(id: id, content: content, review: newReview)
        emit(.retentionMessageUploaded, about: .messaging(MessagingChange(message: message)))
    }

    /// Deletes a message; where it was the default there is none any more.
    ///
    /// - Throws: 4040015
    package mutating func deleteMessage(_ id: UUID) throws(StoreError) {
        guard messagingState.messages[id] != nil else { throw .noMessage(id) }
        emit(.retentionMessageDeleted, about: .messaging(MessagingChange(removedMessage: id)))
    }

    /// Decides about a message in the place of the App Store's review.
    ///
    /// - Throws: `unknownMessage`
    package mutating func reviewMessage(_ id: UUID, _ decision: RetentionReviewState) throws(StoreError) {
        guard var message = messagingState.messages[id] else { throw .noMessage(id) }
        message.review.decision = decision
        emit(.retentionMessageReviewed, about: .messaging(MessagingChange(message: message)))
    }

    private func checkTexts(of content: RetentionMessageContent) throws(StoreError) {
        func check(_ text: String, _ limit: Int, _ code: Int, _ name: String) throws(StoreError) {
            // As Apple's clients count.
            let count = text.unicodeScalars.count
            guard count > limit else { return }
            throw .messaging(code, "the \(name) has \(count) characters; \(limit) are allowed")
        }
        guard !content.header.isEmpty, !content.body.isEmpty else {
            throw .messaging(4_000_000, "a message needs a header and a body")
        }
        try check(content.header, 66, 4_000_162, "header")
        try check(content.body, 144, 4_000_163, "body")
        if let image = content.image { try check(image.altText, 150, 4_000_175, "alternative text of the image") }
        guard content.bulletPoints.count <= 5 else {
            throw .messaging(4_000_218, "there are \(content.bulletPoints.count) bullet points; 5 are allowed")
        }
        for point in content.bulletPoints {
            try check(point.text, 66, 4_000_219, "text of a bullet point")
            try check(point.picture.altText, 150, 4_000_175, "alternative text of a bullet point's image")
        }
        guard content.headerPosition != .aboveImage || content.image != nil else {
            throw .messaging(4_000_224, "the header is to stand above an image, and there is no image")
        }
    }

    private func checkImages(of content: RetentionMessageContent) throws(StoreError) {
        let pictures =
            (content.image.map { [($0, RetentionImageSize.fullSize)] } ?? [])
            + content.bulletPoints.map { ($0.picture, RetentionImageSize.bulletPoint) }
        for (picture, size) in pictures {
            guard let image = messagingState.images[picture.imageID] else { throw .noImage(picture.imageID) }
            guard image.size == size else {
                throw .messaging(4_000_216, "an image of the size \(image.size) stands where \(size) belongs")
            }
        }
    }

    // MARK: Defaults

    /// All defaults in the order in which they were set.
    package var retentionDefaults: [DefaultRetentionMessage] { Array(messagingState.defaults.values) }

    /// Sets the message that is shown for a product in a language where nothing else is chosen.
    ///
    /// - Throws: 4000023, 4000164, 4040015, 4030017, 4030018
    package mutating func setDefaultMessage(
        _ messageID: UUID,
        productID: String,
        locale: String
    ) throws(StoreError) {
        let new = DefaultRetentionMessage(
            productID: try subscriptionProduct(productID),
            locale: try languageTag(locale).text,
            messageID: messageID
        )
        guard let message = messagingState.messages[messageID] else { throw .noMessage(messageID) }
        guard message.review.state(at: now) == .approved else {
            throw .messaging(4_030_017, "the message is \(message.review.state(at: now)), not APPROVED")
        }
        guard message.content.imageIDs.allSatisfy(isImageApproved) else {
            throw .messaging(4_030_018, "an image of the message is not APPROVED")
        }
        guard messagingState.defaults[new.key] != nil || messagingState.defaults.count < MessagingState.maximumDefaults
        else { throw .messaging(4_000_000, "there are \(MessagingState.maximumDefaults) defaults already") }
        emit(.retentionDefaultChanged, about: .messaging(MessagingChange(defaultMessage: new)))
    }

    /// The default of a product in exactly this language.
    ///
    /// - Throws: 4000023, 4000164, 4040020
    package func defaultMessage(productID: String, locale: String) throws(StoreError) -> DefaultRetentionMessage {
        let key = DefaultRetentionMessage.key(try subscriptionProduct(productID), try languageTag(locale).text)
        guard let found = messagingState.defaults[key] else {
            throw .messaging(4_040_020, "there is no default message for \(productID) in \(locale)")
        }
        return found
    }

    /// Removes the default of a product in a language.
    ///
    /// - Throws: 4000023, 4000164, 4040020
    package mutating func deleteDefaultMessage(productID: String, locale: String) throws(StoreError) {
        let old = try defaultMessage(productID: productID, locale: locale)
        emit(.retentionDefaultChanged, about: .messaging(MessagingChange(removedDefault: old.key)))
    }

    /// The message that a customer sees without the developer's server: the first default of the language, of the
    /// language without its region, of the language alone, that is approved.
    func shownDefault(productID: String, locale: String) -> StoreRetentionMessage? {
        guard let tag = LanguageTag(locale) else { return nil }
        return tag.fallbacks.lazy
            .compactMap { self.messagingState.defaults[DefaultRetentionMessage.key(productID, $0)] }
            .compactMap { self.messagingState.messages[$0.messageID] }
            .first { message in
                message.review.state(at: self.now) == .approved
                    && message.content.imageIDs.allSatisfy(self.isImageApproved)
            }
    }

    func isImageApproved(_ id: UUID) -> Bool { messagingState.images[id]?.review.state(at: now) == .approved }

    private func languageTag(_ text: String) throws(StoreError) -> LanguageTag {
        guard let tag = LanguageTag(text) else {
            throw .messaging(4_000_164, "\"\(text.prefix(64))\" is no locale; one is written as en-US")
        }
        return tag
    }

    private func subscriptionProduct(_ id: String) throws(StoreError) -> String {
        guard catalogue[id]?.subscription != nil else {
            throw .messaging(4_000_023, "the catalogue has no auto-renewable subscription \"\(id.prefix(256))\"")
        }
        return id
    }
}
