import { violationsOf, violationsOfLayers } from '@ruwu/e2e/accessibility.ts'
import { registerApplication } from '@ruwu/e2e/application.ts'
import { DESKTOP, launch, newContext, PHONE, Visitor } from '@ruwu/e2e/browser.ts'
import { openEmptyEnterprise } from '@ruwu/e2e/empty-enterprise.ts'
import { applicationPages, furnish, OUTSIDE, pagesOf } from '@ruwu/e2e/pages.ts'
import { openPowerlessAgent } from '@ruwu/e2e/powerless-agent.ts'
import { Server } from '@ruwu/e2e/server.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'

const ADMIN = '13800000001'
const READER = '13800000006'
/** Fewer menus and dialogs would mean that the buttons were not reached. */
const LAYERS = 100

/**
 * axe on every page for an administrator, a reader, an agent without permissions, a new enterprise and a visitor: at both widths, in both themes. For the
 * administrator also while pages load, after they failed, and on all that their buttons open, with the errors of forms; of widths and themes two pairs.
 */
export const run: Run = async (report) => {
  const [server, browser] = await Promise.all([Server.start({ DEMO_HISTORY: 'true' }), launch()])
  try {
    const admin = await Visitor.open(browser, server.url)
    await admin.signIn(ADMIN)
    const { places } = await furnish(admin.page, 'on')
    const powerless = await openPowerlessAgent(admin.page)
    await admin.close()
    const empty = await openEmptyEnterprise(server)
    const { request } = await registerApplication(server, '客户管家', 'https://crm.example.com/back')
    const pages = { ...pagesOf(places), ...applicationPages(request).inside }
    const outside = { ...OUTSIDE, ...applicationPages(request).outside }
    const people = { admin: { telephone: ADMIN }, reader: { telephone: READER }, powerless, empty, outside: undefined }
    for (const [person, account] of Object.entries(people))
      for (const [width, size] of Object.entries({ wide: DESKTOP, phone: PHONE }))
        for (const colorScheme of ['light', 'dark'] as const) {
          const context = await newContext(browser, server.url)
          const visitor = await Visitor.enter(context, server.url, size)
          const { page } = visitor
          await page.emulateMedia({ colorScheme })
          if (account) await visitor.signIn(account.telephone, { ...('password' in account && account) })
          // Without accounts every page leads to their binding, until that is put off.
          if (person === 'empty') await page.getByText('暂不绑定，进入工作台').click()
          const found = await violationsOf(page, account ? pages : outside)
          const name = `accessibility.${person}.${width}.${colorScheme}`
          const isPair = (width === 'wide') === (colorScheme === 'light')
          if (person === 'admin' && isPair) {
            found.push(...(await violationsOf(page, pages, 'loading')), ...(await violationsOf(page, pages, 'error')))
            const layers = await violationsOfLayers(page, pages)
            found.push(...layers.found)
            const { seen } = layers
            report({
              name: `${name}.layers`,
              value: seen,
              unit: 'layers',
              budget: `>= ${LAYERS}`,
              isWithin: seen >= LAYERS,
            })
          }
          await visitor.close()
          for (const each of found) console.error(each)
          report({ name, value: found.length, unit: 'violations', budget: 0, isWithin: found.length === 0 })
        }
  } finally {
    await browser.close()
    await server.stop()
  }
}
