import AppStoreModels

extension StoreError.Code {
    /// A rule of Advanced Commerce is broken.
    public static let commerceRefused = Self(rawValue: "commerce-refused")
}

extension StoreError {
    /// A rule of Advanced Commerce is broken; the App Store has a number for it.
    static func commerce(_ code: ServerAPIErrorCode, _ reason: String) -> StoreError {
        StoreError(.commerceRefused, answered: code.rawValue, reason)
    }
}
