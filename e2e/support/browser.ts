import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { Caller } from './caller.ts'

const ARTIFACTS = fileURLToPath(new URL('../../artifacts/journeys', import.meta.url))
const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

export const DESKTOP = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

function launchOptions() {
  const executablePath = CANDIDATES.find((candidate) => candidate && existsSync(candidate))
  if (!executablePath) throw new Error('no Chromium found: set CHROMIUM_PATH')
  return {
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
  }
}

/** Pages of journeys live for seconds: optimising their scripts takes more of the processor than it saves. */
const UNOPTIMISED = '--js-flags=--no-turbofan --no-maglev'

/** `isShort`: nothing is measured, and no page lives long. */
export function launch({ isShort = false } = {}): Promise<Browser> {
  const { args, ...options } = launchOptions()
  return chromium.launch({ ...options, args: [...args, ...(isShort ? [UNOPTIMISED] : [])] })
}

/** What a browser reports when the network is cut on purpose, in any phase of a request. */
export const CUT_LINE = /net::ERR_|WebSocket/

/** A file of the console, between two visits. Its headers are those of pages: `about:blank` would end the page's process. */
export const RESTING_PLACE = '/favicon.svg'

/** What a visitor hears of a page. */
const OBSERVED = ['console', 'pageerror', 'requestfailed', 'response']

/** What a page can store besides `sessionStorage`, without the browser's cache of what servers sent. */
const STORED = 'cookies,local_storage,indexeddb,websql,service_workers,cache_storage'

export async function newContext(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...options,
    baseURL,
    viewport: DESKTOP,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Animations would be drawn by the processor that the tests share.
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(60_000)
  // Kept only when the journey fails: see `keepEvidence`.
  await context.tracing.start()
  // 积分说明 opens once per browser; this one has seen it.
  await context.addInitScript(() => localStorage.setItem('ruwu.pointsExplained', 'true'))
  return context
}

/** An agent's browser context. Console errors, page errors and failed requests are collected; at the end there must be none. */
export class Visitor {
  readonly page: Page
  readonly problems: string[] = []
  private readonly context: BrowserContext
  private readonly baseURL: string

  private constructor(context: BrowserContext, page: Page, baseURL: string) {
    this.context = context
    this.baseURL = baseURL
    this.page = page
    this.observe(page)
  }

  /** In a browser context of its own. */
  static async open(browser: Browser, baseURL: string): Promise<Visitor> {
    return Visitor.enter(await newContext(browser, baseURL), baseURL)
  }

  /** In a context and page that another visitor may have left: with its process and scripts a page loads in a third of the processor time. */
  static async enter(context: BrowserContext, baseURL: string, viewport = DESKTOP): Promise<Visitor> {
    const page = context.pages()[0] ?? (await context.newPage())
    await page.setViewportSize(viewport)
    await context.tracing.startChunk()
    return new Visitor(context, page, baseURL)
  }

  /** Another tab of the same browser. */
  async tab(): Promise<Page> {
    const page = await this.context.newPage()
    await page.setViewportSize(this.page.viewportSize() ?? DESKTOP)
    this.observe(page)
    return page
  }

  /** Signs in and opens a page. The cookies are those the sign-in page writes; that page itself would take seconds. */
  async signIn(telephone: string, { password = 'ruwu2026', path = '/home' } = {}): Promise<void> {
    const { session } = await new Caller(this.baseURL).signIn(telephone, password)
    const { token, entId, id, entName } = session!
    const cookies = { authorization: token, entId, agentId: id, entName: encodeURIComponent(entName) }
    const { hostname: domain } = new URL(this.baseURL)
    await this.context.addCookies(
      Object.entries(cookies).map(([name, value]) => ({
        name,
        value,
        domain,
        path: '/',
        sameSite: 'None',
        secure: true,
      })),
    )
    await this.page.goto(path)
  }

  /** Drops problems that a journey caused on purpose (a killed server, a refused call). */
  forgive(pattern: RegExp): void {
    for (let index = this.problems.length - 1; index >= 0; index -= 1) {
      if (pattern.test(this.problems[index] ?? '')) this.problems.splice(index, 1)
    }
  }

  /** Saves a picture of the page and a trace of actions and requests (`npx playwright-core show-trace FILE`). */
  async keepEvidence(name: string): Promise<void> {
    await mkdir(ARTIFACTS, { recursive: true })
    const file = path.join(ARTIFACTS, name.replaceAll(/[^\p{L}\p{N}]+/gu, '-'))
    await this.page.screenshot({ path: `${file}.png` }).catch(() => undefined)
    await this.context.tracing.stopChunk({ path: `${file}.zip` })
    console.error(`journey failed, see ${file}.png and ${file}.zip; the page reported: ${this.problems.join('\n')}`)
  }

  close(): Promise<void> {
    return this.context.close()
  }

  /**
   * Closes tabs and clears all that was stored; a journey itself closes a page whose scripts or quota it has changed. Answers the context, which the next visitor may
   * enter.
   */
  async leave(): Promise<BrowserContext> {
    const { context, baseURL } = this
    const page = this.page.isClosed() ? await context.newPage() : this.page
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const name of OBSERVED) page.removeAllListeners(name)
    await context.setOffline(false)
    await context.tracing.stopChunk()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.emulateMedia({ colorScheme: null })
    await page.goto(RESTING_PLACE)
    await page.evaluate(() => sessionStorage.clear())
    const session = await context.newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: baseURL, storageTypes: STORED })
    await session.detach()
    await context.clearCookies()
    return context
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
