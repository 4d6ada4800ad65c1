import { violationsOf } from '@ruwu/e2e/accessibility.ts'
import { DESKTOP, launch, newContext, PHONE, Visitor } from '@ruwu/e2e/browser.ts'
import { openEmptyEnterprise } from '@ruwu/e2e/empty-enterprise.ts'
import { furnish, OUTSIDE, pagesOf } from '@ruwu/e2e/pages.ts'
import { Server } from '@ruwu/e2e/server.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'

const ADMIN = '13800000001'
const READER = '13800000006'

/** axe on every page for an administrator, a reader, a new enterprise and a visitor: at both widths, in both themes. */
export const run: Run = async (report) => {
  const [server, browser] = await Promise.all([Server.start({ DEMO_HISTORY: 'true' }), launch()])
  try {
    const admin = await Visitor.open(browser, server.url)
    await admin.signIn(ADMIN)
    const { places } = await furnish(admin.page, 'on')
    await admin.close()
    const empty = await openEmptyEnterprise(server)
    const people = { admin: { telephone: ADMIN }, reader: { telephone: READER }, empty, outside: undefined }
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
          const found = await violationsOf(page, account ? pagesOf(places) : OUTSIDE)
          await visitor.close()
          for (const each of found) console.error(each)
          const name = `accessibility.${person}.${width}.${colorScheme}`
          report({ name, value: found.length, unit: 'violations', budget: 0, isWithin: found.length === 0 })
        }
  } finally {
    await browser.close()
    await server.stop()
  }
}
