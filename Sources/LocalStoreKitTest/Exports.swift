// Rates and codes come from C; who imports this module alone sees their names, as with Apple's StoreKitTest.
@_exported public import CStoreKit
