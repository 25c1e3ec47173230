/// What the App Store signs for a device.
protocol AppStoreSigned: Sendable {
    /// The members without which it cannot be believed.
    static var requiredMembers: [String] { get }

    init(_ document: SignedDocument, origin: DeviceOrigin)
}
