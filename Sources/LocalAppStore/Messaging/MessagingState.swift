import Foundation
import OrderedCollections

/// Everything of Retention Messaging: what the developer uploaded and set, and which customers look at a message.
struct MessagingState: Sendable, Hashable, Codable {
    /// How many images, and how many messages, a developer may have; this store's own limit, as Apple's is not known.
    static let maximumCount = 2_000
    /// How many defaults there may be.
    static let maximumDefaults = 10_000
    /// How many performance tests are remembered.
    static let maximumTests = 100

    /// In the order of upload.
    var images: OrderedDictionary<UUID, StoreRetentionImage> = [:]
    /// In the order of upload.
    var messages: OrderedDictionary<UUID, StoreRetentionMessage> = [:]
    /// By ``DefaultRetentionMessage/key``.
    var defaults: OrderedDictionary<String, DefaultRetentionMessage> = [:]
    /// By the environment's name.
    var realtimeURLs: [String: String] = [:]
    var plan = PerformanceTestPlan()
    /// Oldest first.
    var tests: OrderedDictionary<UUID, PerformanceTest> = [:]
    /// Whether a performance test was ever passed: it counts even when it is no longer remembered.
    var hasPassedTest = false
    /// The sheets that customers look at, by subscription.
    var sheets: OrderedDictionary<String, RetentionSheet> = [:]
    /// In how many places of messages an image is used, so that deleting one need not read them all.
    var imageUses: OrderedDictionary<UUID, Int> = [:]

    mutating func apply(_ change: MessagingChange) {
        if let image = change.image { images[image.id] = image }
        if let id = change.removedImage { images[id] = nil }
        if let message = change.message { put(message) }
        if let id = change.removedMessage { removeMessage(id) }
        if let new = change.defaultMessage { defaults[new.key] = new }
        if let key = change.removedDefault { defaults[key] = nil }
        if let address = change.realtime { realtimeURLs[address.environment] = address.url }
        if let plan = change.plan { self.plan = plan }
        if let test = change.test { put(test) }
        if let sheet = change.sheet { sheets[sheet.id] = sheet }
        if let id = change.closedSheet { sheets[id] = nil }
    }

    private mutating func put(_ message: StoreRetentionMessage) {
        if messages.updateValue(message, forKey: message.id) == nil {
            for image in message.content.imageIDs {
                imageUses[image] = min((imageUses[image] ?? 0) + 1, StoredRange.counts.upperBound)
            }
        }
    }

    /// What is no longer there cannot be a default either.
    private mutating func removeMessage(_ id: UUID) {
        guard let message = messages.removeValue(forKey: id) else { return }
        for image in message.content.imageIDs {
            let uses = (imageUses[image] ?? 0) - 1
            imageUses[image] = uses > 0 ? uses : nil
        }
        defaults.removeAll { $0.value.messageID == id }
    }

    private mutating func put(_ test: PerformanceTest) {
        tests[test.id] = test
        if test.outcome?.hasPassed == true { hasPassedTest = true }
        while tests.count > Self.maximumTests { tests.removeFirst() }
    }
}

/// What an event changes of ``MessagingState``.
struct MessagingChange: Sendable, Hashable, Codable {
    /// Where questions go in an environment; nil for nowhere.
    struct Address: Sendable, Hashable, Codable {
        let environment: String
        let url: String?
    }

    var image: StoreRetentionImage?
    var removedImage: UUID?
    var message: StoreRetentionMessage?
    var removedMessage: UUID?
    var defaultMessage: DefaultRetentionMessage?
    var removedDefault: String?
    var realtime: Address?
    var plan: PerformanceTestPlan?
    var test: PerformanceTest?
    var sheet: RetentionSheet?
    var closedSheet: String?
}

extension MessagingState: StoredValue {
    // Of images and of what came of a test the numbers are only shown.
    func checkRanges() throws(Nonsense) {
        try plan.checkRanges()
        try tests.values.checkRanges()
        try sheets.values.checkRanges()
        for uses in imageUses.values { try StoredRange.counts.check(uses, "imageUses") }
    }
}

extension MessagingChange: StoredValue {
    func checkRanges() throws(Nonsense) {
        try plan?.checkRanges()
        try test?.checkRanges()
        try sheet?.checkRanges()
    }
}
