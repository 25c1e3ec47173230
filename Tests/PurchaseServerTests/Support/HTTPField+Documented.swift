import HTTPTypes

extension HTTPField.Name {
    /// The names as they are documented, spelled out once more: what the server calls them proves nothing.
    static func documented(_ text: String) -> Self {
        guard let name = Self(text) else { preconditionFailure("\(text) is no name of a field") }
        return name
    }
}
