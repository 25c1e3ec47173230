/// The names of the app's files, which differ between debug and release builds.
// swift-format-ignore: AlwaysUseLowerCamelCase
public struct IAPConstants {
    /// Whether this is a release build.
    public static var isRelease: Bool {
        #if DEBUG
            false
        #else
            true
        #endif
    }

    /// The name of the product configuration.
    public static func ConfigFile() -> String { isRelease ? "ProductsRelease" : "Configuration" }

    /// The extension of the product configuration.
    public static func ConfigFileExt() -> String { isRelease ? "plist" : "storekit" }

    /// The name of the certificate.
    ///
    /// Apple's own roots are built in, so only the one for debug builds is read, if the app has it.
    public static func Certificate() -> String { isRelease ? "AppleIncRootCertificate" : "StoreKitTestCertificate" }

    /// The extension of the certificate.
    public static func CertificateExt() -> String { "cer" }
}
