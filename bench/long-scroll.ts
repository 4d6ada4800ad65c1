import type { Locator, Page } from 'playwright-core'

/** One turn of the wheel: about a page of customers, or two of messages. */
const TURN_PX = 3600
/** As long as nothing comes, the end is reached. */
const PATIENCE_MS = 5000

/** Turns the wheel over an element until it shows this text; its scroll height grows with every page that is loaded. */
export async function scrollTo(page: Page, over: Locator, direction: 'down' | 'up', words: string): Promise<void> {
  // Found once: looking for it by its role would be work of the page in every frame that is measured.
  const region = await over.elementHandle()
  const box = await region?.boundingBox()
  if (!region || !box) throw new Error('there is nothing to scroll')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  let last = { isThere: false, place: '' }
  let movedAt = performance.now()
  while (!last.isThere) {
    await page.mouse.wheel(0, direction === 'down' ? TURN_PX : -TURN_PX)
    const now = await region.evaluate(afterFrame, words)
    if (now.place !== last.place) movedAt = performance.now()
    else if (performance.now() - movedAt > PATIENCE_MS) throw new Error(`scrolling ${direction} ends at ${now.place}`)
    last = now
  }
}

/** In the page: whether the text is drawn, and the scroll position. Read after the frame: reading earlier would force a layout. */
const afterFrame = (region: Element, words: string) =>
  new Promise<{ isThere: boolean; place: string }>((resolve) => {
    const look = () => {
      const scroller = region.querySelector('[data-virtuoso-scroller]')
      const place = `${Math.round(scroller?.scrollTop ?? 0)} of ${scroller?.scrollHeight}`
      resolve({ isThere: region.textContent.includes(words), place })
    }
    requestAnimationFrame(() => setTimeout(look))
  })
