import { allEndpoints, CORE_BASE_PATH, ERRORS } from '@ruwu/contract'
import type { Page, Route } from 'playwright-core'
import { settle } from './pages.ts'

/** What the reads of a page come to: their answers, nothing yet, or a failure. */
export type PageState = 'filled' | 'loading' | 'error'

const CALLS = `**${CORE_BASE_PATH}/**`

/** What two such different pages both ask for is asked by the shell. */
const UNLIKE = ['/tag', '/point/bill-list'] as const

const MARK_MS = 5_000

const refusal = { code: ERRORS.internal.code, msg: ERRORS.internal.msg, data: null }
const refuse = (route: Route): Promise<void> => route.fulfill({ json: refusal })

const keyOf = (route: Route) => `${route.request().method()} ${new URL(route.request().url()).pathname}`

const READS = new Set(
  allEndpoints().flatMap(({ endpoint: { method, path, isRead } }) =>
    isRead ? [`${method} ${CORE_BASE_PATH}${path}`] : [],
  ),
)

/** From now on the server refuses what would change something. */
export const refuseWrites = (page: Page): Promise<unknown> =>
  page.route(CALLS, (route) => (READS.has(keyOf(route)) ? route.continue() : refuse(route)))

/** Opens pages in a state; answers `false` for a page that reads nothing by itself and so has no other state. */
export async function openerIn(page: Page, state: PageState): Promise<(address: string) => Promise<boolean>> {
  if (state === 'filled') return (address) => openFilled(page, address)
  const [one, other] = [await callsOf(page, UNLIKE[0]), await callsOf(page, UNLIKE[1])]
  const ofShell = new Set([...one].filter((call) => other.has(call)))
  return async (address) => {
    await answerAll(page)
    const { promise: asked, resolve } = Promise.withResolvers<boolean>()
    await page.route(CALLS, (route) => {
      if (ofShell.has(keyOf(route))) return route.continue()
      resolve(true)
      // Without an answer the call hangs until the next page.
      return state === 'error' ? refuse(route) : undefined
    })
    await page.goto(address)
    const isAsked = await Promise.race([asked, page.waitForLoadState('networkidle').then(() => false)])
    if (isAsked && state === 'error') await settle(page)
    if (isAsked)
      await markOf(page, state)
        .waitFor({ state: 'attached', timeout: MARK_MS })
        .catch(() => undefined)
    return isAsked
  }
}

/** What tells of the state. */
export const markOf = (page: Page, state: PageState) =>
  state === 'loading' ? page.getByText('加载中').first() : page.getByRole('alert').first()

/** The server answers every call again. */
export const answerAll = (page: Page): Promise<void> => page.unrouteAll({ behavior: 'ignoreErrors' })

async function openFilled(page: Page, address: string): Promise<boolean> {
  await page.goto(address)
  await settle(page)
  return true
}

async function callsOf(page: Page, address: string): Promise<Set<string>> {
  const calls = new Set<string>()
  await page.route(CALLS, (route) => {
    calls.add(keyOf(route))
    return route.continue()
  })
  await openFilled(page, address)
  await answerAll(page)
  return calls
}
