import HTTPTypes

extension HTTPFields {
    /// What the subscript by name says, found in a fraction of its time: that puts values together even where there is one,
    /// and several fields of each request are looked up.
    func value(of name: HTTPField.Name) -> String? {
        guard let place = firstIndex(where: { $0.name == name }) else { return nil }
        return self[index(after: place)...].contains { $0.name == name } ? self[name] : self[place].value
    }
}
