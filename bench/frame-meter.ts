import type { Page } from 'playwright-core'

/** What a while of using a page has cost: every frame's time, the longest first, and the most nodes there were at once. */
export type Frames = { longestMs: number[]; count: number; nodes: number }

declare global {
  interface Window {
    meter: { deltas: number[]; nodes: number; isOn: boolean }
  }
}

/** Counts from one animation frame to the next, which is what a person sees: also what garbage collection and drawing take. */
export async function measureFrames(page: Page, use: () => Promise<void>): Promise<Frames> {
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
  return { longestMs: deltas.toSorted((a, b) => b - a), count: deltas.length, nodes }
}
