/// Where a setting comes from.
enum SettingOrigin: String, Sendable, Equatable, CaseIterable {
    case flag, environment, file, standard = "default"
}
