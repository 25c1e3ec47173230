import AppStoreModels
import Foundation

extension Date {
    /// `2023-08-28T10:24:05Z`
    var formattedAsRFC3339: String { RFC3339.string(from: self) }
}
