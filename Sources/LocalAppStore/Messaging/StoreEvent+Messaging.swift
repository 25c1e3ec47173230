extension StoreEvent.Name {
    /// An image for retention messages was uploaded.
    public static let retentionImageUploaded = Self(rawValue: "retentionImageUploaded")
    /// An image was approved or rejected by a command.
    public static let retentionImageReviewed = Self(rawValue: "retentionImageReviewed")
    /// An image was deleted.
    public static let retentionImageDeleted = Self(rawValue: "retentionImageDeleted")
    /// A retention message was uploaded.
    public static let retentionMessageUploaded = Self(rawValue: "retentionMessageUploaded")
    /// A message was approved or rejected by a command.
    public static let retentionMessageReviewed = Self(rawValue: "retentionMessageReviewed")
    /// A message was deleted.
    public static let retentionMessageDeleted = Self(rawValue: "retentionMessageDeleted")
    /// A default message was set or removed.
    public static let retentionDefaultChanged = Self(rawValue: "retentionDefaultChanged")
    /// The realtime address was set or removed.
    public static let realtimeURLChanged = Self(rawValue: "realtimeURLChanged")
    /// A performance test began or ended, or how they are done was changed.
    public static let performanceTestChanged = Self(rawValue: "performanceTestChanged")
    /// A customer was about to cancel, and sees a message or none.
    public static let cancellationBegun = Self(rawValue: "cancellationBegun")
    /// The customer has decided whether to cancel.
    public static let cancellationEnded = Self(rawValue: "cancellationEnded")
}
