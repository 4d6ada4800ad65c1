import { expect } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { PHONE } from '../support/browser.ts'
import { journeys } from '../support/journey.ts'
import { furnish, OUTSIDE, pagesOf } from '../support/pages.ts'

const ADMIN = '13800000001'

/** One page of each kind: tiles, table, charts, form, canvas, grid. */
const WIDE = ['home', 'ai-knowledge', 'bi', 'flow-detail', 'plan', 'quick-reply'] as const
const ON_PHONE = ['lead', 'purchase', 'channel-setting'] as const

const journey = journeys()

// Every page and state at both widths and in both themes, and for others too: `npm run prove -- accessibility`.
journey('accessibility: no kind of page has an axe violation, nor on a phone in the dark', async (place) => {
  const visitor = await place.visit()
  const { page } = visitor
  await visitor.signIn(ADMIN)
  const { places, remove } = await furnish(page, 'off')
  const pages = pagesOf(places)
  const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, pages[name]!]))
  const found = await violationsOf(page, named(WIDE))
  found.push(
    ...(await violationsOf(page, named(['bi']), 'loading')),
    ...(await violationsOf(page, named(['bi']), 'error')),
  )
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await violationsOf(page, { ...named(ON_PHONE), login: OUTSIDE.login })))
  await remove()

  expect(found).toEqual([])
})
