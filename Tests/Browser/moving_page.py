"""The page with motion and without: python moving_page.py URL

With motion a sheet rises slowly here, so that whoever looks too early sees it half faded in.
"""

import sys

from axe_playwright_python.sync_playwright import Axe

from browser import check_accessibility, chromium, open_page

MOVING = "document.getAnimations().filter(animation => animation.playState === 'running').length"


def open_sheet(page):
    page.get_by_role("button", name="Buy Posy Club").click()
    page.get_by_role("dialog", name="Posy Club").wait_for()


def main():
    url = sys.argv[1]
    with chromium() as browser:
        still = open_page(browser, url)
        open_sheet(still)
        assert still.evaluate(MOVING) == 0, "something moves though the person asked for reduced motion"
        check_accessibility(still, "a sheet without motion")

        moving = open_page(browser, url, motion="no-preference")
        moving.context.new_cdp_session(moving).send("Animation.setPlaybackRate", {"playbackRate": 0.001})
        open_sheet(moving)
        assert moving.evaluate(MOVING) == 1, "nothing moves"
        moving.evaluate("document.getAnimations()[0].currentTime = 60")
        faint = [violation["id"] for violation in Axe().run(moving).response["violations"]]
        assert faint == ["color-contrast"], f"looked at too early, the sheet has other faults: {faint}"
        moving.evaluate("document.getAnimations().forEach(animation => { animation.playbackRate = 100; })")
        check_accessibility(moving, "a sheet that has risen")
        assert not still.complaints + moving.complaints, still.complaints + moving.complaints


main()
