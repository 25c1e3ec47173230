#if canImport(Security)
    public import Foundation
    import Security

    /// Keeps data in the Keychain of this device, readable after the first unlock.
    ///
    /// On macOS it is the data protection keychain, as on the other systems; a program without a signature that names a
    /// Keychain access group gets status -34018 there.
    public struct KeychainStorage: KeyValueStorage {
        private let service: String

        /// A storage whose items have this service name.
        public init(service: String = "com.purser") {
            self.service = service
        }

        /// The data under `key`.
        ///
        /// - Throws: ``KeychainError`` with the status of the Keychain.
        public func data(forKey key: String) throws -> Data? {
            var query = item(key)
            query[kSecReturnData as String] = true
            query[kSecMatchLimit as String] = kSecMatchLimitOne
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess else { throw KeychainError(status: status) }
            return found as? Data
        }

        /// Replaces the data under `key`.
        ///
        /// - Throws: ``KeychainError`` with the status of the Keychain.
        public func set(_ data: Data?, forKey key: String) throws {
            guard let data else { return try check(SecItemDelete(item(key) as CFDictionary), orMissing: true) }
            let updated = update(key, to: data)
            guard updated == errSecItemNotFound else { return try check(updated) }
            var new = item(key)
            new[kSecValueData as String] = data
            new[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            let added = SecItemAdd(new as CFDictionary, nil)
            // Another thread or process of the app added it meanwhile.
            try check(added == errSecDuplicateItem ? update(key, to: data) : added)
        }

        private func update(_ key: String, to data: Data) -> OSStatus {
            SecItemUpdate(item(key) as CFDictionary, [kSecValueData as String: data] as CFDictionary)
        }

        private func item(_ key: String) -> [String: Any] {
            var item: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword,
                kSecAttrService as String: service,
                kSecAttrAccount as String: key,
            ]
            #if os(macOS)
                item[kSecUseDataProtectionKeychain as String] = true
            #endif
            return item
        }

        private func check(_ status: OSStatus, orMissing: Bool = false) throws {
            if status == errSecSuccess || (orMissing && status == errSecItemNotFound) { return }
            throw KeychainError(status: status)
        }
    }

    /// The Keychain refused.
    public struct KeychainError: Error, Hashable {
        /// The Keychain's own number, such as -34018.
        public let status: Int32
    }
#endif
