public import SwiftyStoreKit

/// Which products are asked for.
public enum IAPProductConfigurationType: Sendable {
    /// Those that cost nothing.
    case free
    /// Those that cost something.
    case paid
    /// All of them.
    case all
}

/// Names the app's products. Without an implementation they come from the app's configuration file.
public protocol IAPProductConfiguration: AnyObject, Sendable {
    /// The identifiers of the products; nil if there are none of this type.
    func readProductConfiguration(type: IAPProductConfigurationType) -> Set<ProductId>?

    /// The products, with their kinds where they are known.
    ///
    /// - Throws: ``IAPConfigurationError`` if there are no products.
    func readCatalogue() throws(IAPConfigurationError) -> ProductCatalogue
}

extension IAPProductConfiguration {
    /// What the app's configuration file names; it does not tell what is free.
    public func readProductConfiguration(type: IAPProductConfigurationType) -> Set<ProductId>? {
        type == .all ? try? IAPConfigurationFile().catalogue().productIDs : nil
    }

    /// The products of ``readProductConfiguration(type:)``, of unknown kinds.
    ///
    /// - Throws: ``IAPConfigurationError`` if there are none.
    public func readCatalogue() throws(IAPConfigurationError) -> ProductCatalogue {
        guard let productIDs = readProductConfiguration(type: .all) else {
            throw IAPConfigurationError(.refused, "The app's product configuration gave no identifiers")
        }
        guard !productIDs.isEmpty else {
            throw IAPConfigurationError(.empty, "The app's product configuration has no products")
        }
        return ProductCatalogue(productIDs)
    }
}

/// Names the products of a configuration file.
public final class IAPProductConfigurationDefault: IAPProductConfiguration {
    private let file: IAPConfigurationFile

    /// The products of `file`.
    public init(file: IAPConfigurationFile = IAPConfigurationFile()) {
        self.file = file
    }

    /// What the file names; it does not tell what is free.
    public func readProductConfiguration(type: IAPProductConfigurationType) -> Set<ProductId>? {
        type == .all ? try? readCatalogue().productIDs : nil
    }

    /// The products of the file.
    ///
    /// - Throws: ``IAPConfigurationError``, which says what is wrong with the file.
    public func readCatalogue() throws(IAPConfigurationError) -> ProductCatalogue { try file.catalogue() }
}
