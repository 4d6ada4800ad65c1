import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

const ARTIFACTS = fileURLToPath(new URL('../../artifacts/journeys', import.meta.url))
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

/** What a browser reports when the network is cut on purpose, in any phase of a request. */
export const CUT_LINE = /net::ERR_|WebSocket/

/** The demo's administrator and operator may bind accounts. */
const BINDERS = new Set(['13800000001', '13800000005'])

/** An agent's browser context. Console errors, page errors and failed requests are collected; at the end there must be none. */
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
    // Kept only when the journey fails: see `close`.
    await context.tracing.start()
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
    // Where no account is bound yet, agents with the permission to bind one are asked to first.
    const { data } = (await (await asked).json()) as { data: unknown }
    if (data === null && BINDERS.has(telephone)) await this.page.getByText('暂不绑定，进入工作台').click()
    await this.page.waitForURL((url) => url.pathname === '/home')
  }

  /** Drops problems that a journey caused on purpose (a killed server, a refused call). */
  forgive(pattern: RegExp): void {
    for (let index = this.problems.length - 1; index >= 0; index -= 1) {
      if (pattern.test(this.problems[index] ?? '')) this.problems.splice(index, 1)
    }
  }

  /** After a failed journey a picture of the page and a trace (`npx playwright show-trace FILE`) are left behind. */
  async close({ failed, name }: { failed: boolean; name: string }): Promise<void> {
    if (failed) {
      await mkdir(ARTIFACTS, { recursive: true })
      const file = path.join(ARTIFACTS, name.replaceAll(/[^\p{L}\p{N}]+/gu, '-'))
      await this.page.screenshot({ path: `${file}.png` }).catch(() => undefined)
      await this.context.tracing.stop({ path: `${file}.zip` })
      console.error(`journey failed, see ${file}.png and ${file}.zip; the page reported: ${this.problems.join('\n')}`)
    } else {
      await this.context.tracing.stop()
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
      // Navigating away cancels pending requests.
      if (reason !== 'net::ERR_ABORTED') this.problems.push(`request failed: ${request.url()} ${reason}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 400) this.problems.push(`response ${response.status()}: ${response.url()}`)
    })
  }
}
