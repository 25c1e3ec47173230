import AppStoreModels
import ArgumentParser

extension HTTPAddress {
    /// Checks an address that was given to the tool.
    ///
    /// - Parameters:
    ///   - text: What was given; it is not repeated in the error, because addresses may hold secrets.
    ///   - source: The option or variable that it comes from.
    init(argument text: String, of source: String) throws(ValidationError) {
        do {
            try self.init(text)
        } catch {
            throw ValidationError("\(source) is no http or https address: \(error.reason)")
        }
    }
}
