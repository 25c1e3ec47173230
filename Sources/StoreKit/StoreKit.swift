/// StoreKit's name for the local store's interface, on platforms without Apple's.
///
/// An app's sources say `import StoreKit` everywhere: on Apple platforms that is Apple's framework, on Linux this module.
/// Add the product `StoreKit` to a target on Linux only.
@_exported public import LocalStoreKit
