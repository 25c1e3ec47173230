/// The storefronts of the App Store, as ISO 3166-1 alpha-3 codes; Kosovo, which has none, as the App Store names it.
package enum AppStorefronts {
    /// Their codes, ISO 3166-1 alpha-3.
    package static let known = Set(
        """
        AFG ALB DZA AGO AIA ATG ARG ARM AUS AUT AZE BHS BHR BRB BLR BEL BLZ BEN BMU BTN BOL BIH BWA BRA VGB BRN BGR BFA \
        KHM CMR CAN CPV CYM TCD CHL CHN COL COD COG CRI CIV HRV CYP CZE DNK DMA DOM ECU EGY SLV EST SWZ FJI FIN FRA GAB \
        GMB GEO DEU GHA GRC GRD GTM GNB GUY HND HKG HUN ISL IND IDN IRQ IRL ISR ITA JAM JPN JOR KAZ KEN KOR XKS KWT KGZ \
        LAO LVA LBN LBR LBY LTU LUX MAC MKD MDG MWI MYS MDV MLI MLT MRT MUS MEX FSM MDA MNG MNE MSR MAR MOZ MMR NAM NRU \
        NPL NLD NZL NIC NER NGA NOR OMN PAK PLW PAN PNG PRY PER PHL POL PRT QAT ROU RUS RWA KNA LCA VCT STP SAU SEN SRB \
        SYC SLE SGP SVK SVN SLB ZAF ESP LKA SUR SWE CHE TWN TJK TZA THA TON TTO TUN TUR TKM TCA UGA UKR ARE GBR USA URY \
        UZB VUT VEN VNM YEM ZMB ZWE
        """.split(separator: " ").map(String.init)
    )

    /// How many digits a price may have after the point. ISO 4217 has none for yen, won, dong and Chilean peso.
    static func fractionDigits(of storefront: String) -> Int {
        ["JPN", "KOR", "VNM", "CHL"].contains(storefront) ? 0 : 2
    }
}
