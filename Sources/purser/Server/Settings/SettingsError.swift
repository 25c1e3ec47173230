import ArgumentParser

/// A setting that cannot be used: where it comes from, what was seen, what to do.
struct SettingsError: Error, CustomStringConvertible, Equatable {
    let origin: SettingOrigin
    let reason: String

    init(_ origin: SettingOrigin, _ reason: String) {
        self.origin = origin
        self.reason = reason
    }

    var description: String { reason }
}
