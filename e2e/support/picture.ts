import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const QUALITY = 80

const artifact = (place: string) => fileURLToPath(new URL(`../../${place}`, import.meta.url))

/** Where the pictures of a newcomer's first hour are. */
export const FIRST_HOUR = artifact('artifacts/first-hour')
/** Those of 首页, 日报 and 数据统计, at both widths in both schemes. */
export const FIGURE_PAGES = artifact('artifacts/statistics')

/** What the window shows, as WebP: a third of a PNG's size, and Playwright itself does not write it. */
export async function takePicture(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await session.detach()
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, Buffer.from(data, 'base64'))
}
