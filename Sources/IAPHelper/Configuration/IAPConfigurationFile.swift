import AppStoreModels
public import Foundation
public import SwiftyStoreKit

/// The file that names the app's products: a `.storekit` file, or a property list.
///
/// A property list has the identifiers under `Products`, and those of the consumables among them under `Consumables`.
public struct IAPConfigurationFile: Sendable {
    private let url: URL?
    private let name: String

    /// The file of a bundle that ``IAPConstants`` names.
    public init(bundle: Bundle = .main) {
        url = bundle.url(forResource: IAPConstants.ConfigFile(), withExtension: IAPConstants.ConfigFileExt())
        name = IAPConstants.ConfigFile() + "." + IAPConstants.ConfigFileExt()
    }

    /// A file anywhere; what is not called `.plist` is read as a `.storekit` file.
    public init(contentsOf url: URL) {
        self.url = url
        name = url.lastPathComponent
    }

    /// The products, with their kinds as far as the file tells.
    ///
    /// - Throws: ``IAPConfigurationError``, which says what is wrong with the file.
    public func catalogue() throws(IAPConfigurationError) -> ProductCatalogue {
        guard let url, FileManager.default.fileExists(atPath: url.path) else {
            throw IAPConfigurationError(.notFound, "There is no \(name); add it to the app's target")
        }
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw IAPConfigurationError(.unreadable, "\(name) is there and cannot be read")
        }
        do throws(CatalogueError) {
            guard url.pathExtension == "plist" else { return try ProductCatalogue(storeKitConfiguration: data) }
            return try propertyList(data)
        } catch {
            let code: IAPConfigurationError.Code = error.code == .empty ? .empty : .malformed
            throw IAPConfigurationError(code, "\(name): \(error.reason)")
        }
    }

    private func propertyList(_ data: Data) throws(CatalogueError) -> ProductCatalogue {
        var catalogue = try ProductCatalogue(propertyList: data)
        // A list without consumables is as good as one that says so.
        let consumables = (try? ProductCatalogue(propertyList: data, key: "Consumables"))?.productIDs ?? []
        catalogue.productTypes = Dictionary(uniqueKeysWithValues: consumables.map { ($0, .consumable) })
        return catalogue
    }
}
