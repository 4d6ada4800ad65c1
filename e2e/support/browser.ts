import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

const ARTIFACTS = fileURLToPath(new URL('../../artifacts', import.meta.url))
const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

export const DESKTOP = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

export function launch(): Promise<Browser> {
  const executablePath = CANDIDATES.find((candidate) => candidate && existsSync(candidate))
  if (!executablePath) throw new Error('no Chromium found: set CHROMIUM_PATH')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** What a browser says of a line that was cut on purpose: whatever it was just fetching, in whichever phase. */
export const CUT_LINE = /net::ERR_|WebSocket/

/** The demo's administrator and operator may bind accounts. */
const BINDERS = new Set(['13800000001', '13800000005'])

/** A person's browser: everything that went wrong in it is remembered and must be empty at the end. */
export class Visitor {
  readonly page: Page
  readonly problems: string[] = []
  private readonly context: BrowserContext

  private constructor(context: BrowserContext, page: Page) {
    this.context = context
    this.page = page
    this.observe(page)
  }

  static async open(browser: Browser, baseURL: string, viewport = DESKTOP): Promise<Visitor> {
    const context = await browser.newContext({ baseURL, viewport, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
    context.setDefaultTimeout(10_000)
    // 积分说明 opens once per browser; this one has seen it.
    await context.addInitScript(() => localStorage.setItem('ruwu.pointsExplained', 'true'))
    return new Visitor(context, await context.newPage())
  }

  /** Another tab of the same browser. */
  async tab(): Promise<Page> {
    const page = await this.context.newPage()
    this.observe(page)
    return page
  }

  async signIn(telephone: string, password = 'ruwu2026'): Promise<void> {
    await this.page.goto('/login')
    await this.page.getByLabel('手机号').fill(telephone)
    await this.page.getByLabel('密码', { exact: true }).fill(password)
    const asked = this.page.waitForResponse((response) => response.url().includes('/has-success-bound'))
    await this.page.getByRole('button', { name: '登录' }).click()
    await this.page.waitForURL((url) => url.pathname !== '/login')
    // Where no account is bound yet, whoever may bind one is asked to first.
    const { data } = (await (await asked).json()) as { data: unknown }
    if (data === null && BINDERS.has(telephone)) await this.page.getByText('暂不绑定，进入工作台').click()
    await this.page.waitForURL((url) => url.pathname === '/home')
  }

  /** Forgets problems a journey caused on purpose (a killed server, a refused call). */
  forgive(pattern: RegExp): void {
    for (let index = this.problems.length - 1; index >= 0; index -= 1) {
      if (pattern.test(this.problems[index] ?? '')) this.problems.splice(index, 1)
    }
  }

  async close({ failed, name }: { failed: boolean; name: string }): Promise<void> {
    if (failed) {
      await mkdir(ARTIFACTS, { recursive: true })
      await this.page.screenshot({ path: path.join(ARTIFACTS, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.png`) })
    }
    await this.context.close()
    if (!failed) expect(this.problems).toEqual([])
  }

  private observe(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.problems.push(`console: ${message.text()}`)
    })
    page.on('pageerror', (error) => this.problems.push(`page error: ${error.message}`))
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      // A page that is left cancels what it was fetching; that is no fault.
      if (reason !== 'net::ERR_ABORTED') this.problems.push(`request failed: ${request.url()} ${reason}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 400) this.problems.push(`response ${response.status()}: ${response.url()}`)
    })
  }
}
