import type { Page } from 'playwright-core'

const STEPS_MAX = 120

/** Walks with Tab until what has this name has the keyboard. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const reached = await page.evaluate(() => {
      const at = document.activeElement
      // What only scrolls contains every name.
      if (!at?.matches('a, button, input, textarea')) return ''
      const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : ''
      return [at.getAttribute('aria-label'), at.getAttribute('title'), label, at.textContent].join(' ')
    })
    if (reached.includes(name) && (name.includes('更多操作') || !reached.includes('更多操作'))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} cannot be reached by Tab`)
}
