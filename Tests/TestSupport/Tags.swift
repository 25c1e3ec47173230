public import Testing

extension Tag {
    /// Takes more than two seconds in a debug build.
    @Tag public static var slow: Self
    /// Needs a browser.
    @Tag public static var browser: Self
    /// Asks a program of somebody else what it makes of ours: Apple's libraries, OpenSSL.
    @Tag public static var judge: Self
}
