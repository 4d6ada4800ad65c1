import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openEachLayer } from './layers.ts'
import { answerAll, markOf, openerIn, type PageState } from './page-states.ts'

/** Rows of a long table are alike, and each takes its time. */
const MORE_ROWS = 'tbody tr:nth-child(n + 8)'

/** Of links, or of what the shell has read before: figures beside it are left out until they are there. */
const STATELESS = new Set(['setting', 'agent'])

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

/** Opens pages, by their names, one after the other; answers what is wrong with them. A page that loads or has failed says so. */
export async function violationsOf(
  page: Page,
  pages: Record<string, string>,
  state: PageState = 'filled',
): Promise<string[]> {
  const open = await openerIn(page, state)
  const found: string[] = []
  for (const [name, address] of Object.entries(pages)) {
    if (!(await open(address))) continue
    const isTold = state === 'filled' || STATELESS.has(name) || (await markOf(page, state).count()) > 0
    if (!isTold) found.push(`${name}: does not show ${state}`)
    found.push(...(await axeViolations(page, state === 'filled' ? name : `${name} (${state})`)))
  }
  await answerAll(page)
  return found
}

/** The same of every menu and dialog that the pages' buttons open, and of what these say when they are confirmed as they are; `seen` counts them. */
export async function violationsOfLayers(page: Page, pages: Record<string, string>) {
  const found: string[] = []
  let seen = 0
  const done = new Set<string>()
  for (const [name, address] of Object.entries(pages))
    await openEachLayer(page, address, done, async (layer, within) => {
      seen += 1
      found.push(...(await axeViolations(page, `${name}, ${layer}`, within)))
    })
  return { found, seen }
}
