import { violationsOf, violationsOfLayers } from '@ruwu/e2e/accessibility.ts'
import { registerApplication } from '@ruwu/e2e/application.ts'
import { DESKTOP, launch, newContext, PHONE, Visitor } from '@ruwu/e2e/browser.ts'
import { openEmptyEnterprise } from '@ruwu/e2e/empty-enterprise.ts'
import { applicationPages, furnish, OUTSIDE, pagesOf } from '@ruwu/e2e/pages.ts'
import { openPowerlessAgent } from '@ruwu/e2e/powerless-agent.ts'
import { Server } from '@ruwu/e2e/server.ts'
import type { Browser, Page } from 'playwright-core'
import type { PageState } from '@ruwu/e2e/page-states.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'

const ADMIN = '13800000001'
const READER = '13800000006'
/** Fewer menus and dialogs would mean that the buttons were not reached. */
const LAYERS = 100

/** `isNew`: is led to the binding of an account, until that is put off. */
type Account = { telephone: string; password?: string; isNew?: true }
type View = { account: Account | undefined; size: typeof DESKTOP; scheme: 'light' | 'dark' }
type Found = { found: string[]; seen?: number }
type Part = View & { name: string; check: (page: Page) => Promise<Found> }

const SIZES = { wide: DESKTOP, phone: PHONE }
const SCHEMES = ['light', 'dark'] as const

/**
 * axe on every page for an administrator, a reader, an agent without permissions, a new enterprise and a visitor: at both widths, in both themes. For the
 * administrator also while pages load, after they failed, and on all that their buttons open, with the errors of forms; of widths and themes two pairs.
 * `PARTS=admin.wide.light.layers,reader` checks those whose names begin so.
 */
export const run: Run = async (report) => {
  const [server, browser] = await Promise.all([Server.start({ DEMO_HISTORY: 'true' }), launch()])
  try {
    const only = process.env.PARTS?.split(',') ?? ['']
    const parts = (await partsOf(server, browser)).filter(({ name }) => only.some((start) => name.startsWith(start)))
    const check = async (some: readonly Part[]): Promise<void> => {
      for (const part of some) {
        const { page } = await enter(browser, server, part)
        const { found, seen } = await part.check(page)
        await page.context().close()
        const name = `accessibility.${part.name}`
        for (const each of found) console.error(each)
        if (seen !== undefined) {
          const budget = `>= ${LAYERS}`
          report({ name: `${name}.seen`, value: seen, unit: 'layers', budget, isWithin: seen >= LAYERS })
        }
        report({ name, value: found.length, unit: 'violations', budget: 0, isWithin: found.length === 0 })
      }
    }
    // An agent has one session at a time.
    const ofAdmin = ({ account }: Part) => account?.telephone === ADMIN
    await Promise.all([check(parts.filter(ofAdmin)), check(parts.filter((part) => !ofAdmin(part)))])
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function partsOf(server: Server, browser: Browser): Promise<Part[]> {
  const admin = await Visitor.open(browser, server.url)
  await admin.signIn(ADMIN)
  const { places } = await furnish(admin.page, 'on')
  const powerless = await openPowerlessAgent(admin.page)
  await admin.close()
  const empty = await openEmptyEnterprise(server)
  const { request } = await registerApplication(server, '客户管家', 'https://crm.example.com/back')
  const inside = { ...pagesOf(places), ...applicationPages(request).inside }
  const outside = { ...OUTSIDE, ...applicationPages(request).outside }
  const people: Record<string, Account | undefined> = {
    admin: { telephone: ADMIN },
    reader: { telephone: READER },
    powerless,
    empty: { ...empty, isNew: true },
    outside: undefined,
  }

  const layers = (page: Page) => violationsOfLayers(page, inside)
  const checksOf = (person: string, isPair: boolean): Record<string, Part['check']> => {
    const inState = (state: PageState) => async (page: Page) => ({
      found: await violationsOf(page, person === 'outside' ? outside : inside, state),
    })
    const each = { '': inState('filled') }
    if (person !== 'admin' || !isPair) return each
    return { '.layers': layers, ...each, '.loading': inState('loading'), '.error': inState('error') }
  }
  const views = Object.entries(people).flatMap(([person, account]) =>
    Object.entries(SIZES).flatMap(([width, size]) =>
      SCHEMES.map((scheme) => ({
        view: { account, size, scheme },
        name: `${person}.${width}.${scheme}`,
        checks: checksOf(person, (width === 'wide') === (scheme === 'light')),
      })),
    ),
  )
  return views.flatMap(({ view, name, checks }) =>
    Object.entries(checks).map(([state, check]) => ({ ...view, name: name + state, check })),
  )
}

async function enter(browser: Browser, server: Server, { account, size, scheme }: View): Promise<Visitor> {
  const visitor = await Visitor.enter(await newContext(browser, server.url), server.url, size)
  const { page } = visitor
  await page.emulateMedia({ colorScheme: scheme })
  if (account) await visitor.signIn(account.telephone, account)
  if (account?.isNew) await page.getByText('暂不绑定，进入工作台').click()
  return visitor
}
