import Foundation

/// The catalogue that comes with the project.
enum ExampleCatalogue {
    static let url = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Examples/Catalogues/FlowerShop.storekit")
}
