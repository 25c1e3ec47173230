// What `import StoreKit` brings with it on Apple platforms: Foundation, and the enumerations that come from C.
@_exported public import CStoreKit
@_exported public import Foundation
