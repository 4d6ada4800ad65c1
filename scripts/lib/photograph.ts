import path from 'node:path'
import { DESKTOP, newContext, Visitor } from '@ruwu/e2e/browser.ts'
import { openerIn, type PageState } from '@ruwu/e2e/page-states.ts'
import { settle } from '@ruwu/e2e/pages.ts'
import { takePicture } from '@ruwu/e2e/picture.ts'
import type { Server } from '@ruwu/e2e/server.ts'
import type { Browser, Page } from 'playwright-core'

export type Shot = {
  name: string
  path: string
  /** What a person does before the picture is taken. */
  act?: (page: Page) => Promise<void>
}

export type Sitting = {
  telephone: string
  password?: string
  size?: typeof DESKTOP
  isDark?: boolean
  /** Pixels of the picture for one of the page; 2 is sharp in print. */
  scale?: number
  /** Of the pages: filled without it. A page that has no such state is left out. */
  state?: PageState
  /** After the sign-in, before the first page. */
  enter?: (page: Page) => Promise<void>
  shots: Shot[]
}

/** One person in one window: signs in once and shows page after page. */
export async function photograph(browser: Browser, { url }: Server, folder: string, sitting: Sitting): Promise<void> {
  const { telephone, password, size = DESKTOP, isDark = false, scale = 1, state = 'filled', enter, shots } = sitting
  const context = await newContext(browser, url, { deviceScaleFactor: scale })
  const visitor = await Visitor.enter(context, url, size)
  const { page } = visitor
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
  if (telephone) await visitor.signIn(telephone, { ...(password && { password }) })
  await enter?.(page)
  const open = await openerIn(page, state)
  for (const { name, path: address, act } of shots) {
    if (!(await open(address))) continue
    if (state === 'filled') await settleCharts(page)
    else await page.waitForTimeout(SKELETON_MS)
    if (act) {
      await act(page)
      await settleCharts(page)
    }
    await takePicture(page, path.join(folder, `${name}.webp`))
  }
  await visitor.close()
}

const DRAWING_MS = 800

/** Skeletons show late. */
const SKELETON_MS = 400

/** Charts, which load by themselves, are drawn too. */
async function settleCharts(page: Page): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    await settle(page)
    await page.waitForTimeout(DRAWING_MS)
  }
}
