import AppStoreModels
public import Foundation

extension StoreConfiguration {
    /// The file in Xcode's own byte format: two spaces a level, `"key" : value`, members sorted without regard to
    /// case, an empty collection as an empty line between its brackets, one line feed at the end; a fraction with the
    /// seventeen digits of C's `%.17g`, so that `0.1` becomes `0.10000000000000001`, and `1.0` becomes `1`.
    ///
    /// A file that Xcode wrote comes back byte for byte.
    public var xcodeData: Data { Data(XcodeJSONWriter.text(of: .object(json)).utf8) }
}
