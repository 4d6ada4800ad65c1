import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { settle } from './pages.ts'

/** Rows of a long table are alike, and each takes its time. */
const MORE_ROWS = 'tbody tr:nth-child(n + 8)'

/** Serious and critical violations, each with what it was found on. `within`: of a layer above a page that was looked at before it is enough to look at the layer. */
export async function axeViolations(page: Page, state: string, within = 'html'): Promise<string[]> {
  // Legacy: without another page per run, which only frames of other sites need.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], preload: false })
  const { violations } = await axe.include(within).exclude(MORE_ROWS).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${state}: ${id} ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

export async function expectAccessible(page: Page, state: string, within?: string): Promise<void> {
  expect(await axeViolations(page, state, within)).toEqual([])
}

/** Opens pages, by their names, one after the other; answers what is wrong with them. */
export async function violationsOf(page: Page, pages: Record<string, string>): Promise<string[]> {
  const found: string[] = []
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(address)
    await settle(page)
    found.push(...(await axeViolations(page, name)))
  }
  return found
}
