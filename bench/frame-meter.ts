import type { Page } from 'playwright-core'

/** What a while of using a page has cost: every frame's time, the longest first, and the most nodes there were at once. */
export type Frames = { longestMs: number[]; count: number; nodes: number }

/** A page is at rest when so many frames in a row were no longer than this. */
const REST = { frames: 60, ms: 25 }

declare global {
  interface Window {
    meter: { deltas: number[]; nodes: number; isOn: boolean }
  }
}

/**
 * Counts from one animation frame to the next, which is what a person sees: also what garbage collection and drawing take. Opening
 * a page is another matter than using it: it is waited for.
 */
export async function measureFrames(page: Page, use: () => Promise<void>): Promise<Frames> {
  await page.evaluate(atRest, REST)
  await page.evaluate(() => {
    const frames = { deltas: [] as number[], nodes: 0, isOn: true }
    window.meter = frames
    let last = performance.now()
    const count = (now: number) => {
      frames.deltas.push(now - last)
      last = now
      frames.nodes = Math.max(frames.nodes, document.getElementsByTagName('*').length)
      if (frames.isOn) requestAnimationFrame(count)
    }
    requestAnimationFrame((now) => {
      last = now
      requestAnimationFrame(count)
    })
  })
  await use()
  const { deltas, nodes } = await page.evaluate(() => {
    window.meter.isOn = false
    return window.meter
  })
  // A frame lasts some sixtieths of a second, told by a clock of tenths of a millisecond: three of them are 50 ms, not 50.1.
  const ms = deltas.map((delta) => Math.round(delta))
  return { longestMs: ms.toSorted((a, b) => b - a), count: ms.length, nodes }
}

/** In the page. */
const atRest = ({ frames, ms }: typeof REST) =>
  new Promise<void>((resolve) => {
    let last = performance.now()
    let calm = 0
    const look = (now: number) => {
      calm = now - last <= ms ? calm + 1 : 0
      last = now
      if (calm < frames) requestAnimationFrame(look)
      else resolve()
    }
    requestAnimationFrame(look)
  })
