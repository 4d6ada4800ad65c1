import path from 'node:path'
import { registerApplication } from '@ruwu/e2e/application.ts'
import { DESKTOP, launch, PHONE, Visitor } from '@ruwu/e2e/browser.ts'
import { openEmptyEnterprise } from '@ruwu/e2e/empty-enterprise.ts'
import { applicationPages, furnish, OUTSIDE, pagesOf, type Places } from '@ruwu/e2e/pages.ts'
import { openPowerlessAgent } from '@ruwu/e2e/powerless-agent.ts'
import { Server } from '@ruwu/e2e/server.ts'
import { boxOf, openFirst } from '@ruwu/e2e/workbench.ts'
import type { Page } from 'playwright-core'
import { ensureConsoleBuilt } from './lib/console-build.mjs'
import { artifacts, fromRoot } from './lib/paths.mjs'
import { photograph, type Shot, type Sitting } from './lib/photograph.ts'
import { main, say } from './lib/progress.mjs'
import { ensureChineseFont, ensureChromium } from './lib/system-packages.mjs'

// `npm run pictures` takes the pictures of README and docs/guide from a product of its own with the demo's history.
// `npm run pictures -- --all` takes every page, at four sizes, light and dark, for five people, while it loads and after it failed, into
// artifacts/pictures; `-- --all chat admin-phone` takes those of the page chat and those whose names go on with `admin-phone`.

const ADMIN = '13800000001'
const AGENT = '13800000003'
const READER = '13800000006'
const SMALL = { width: 1280, height: 720 }
const TABLET = { width: 768, height: 1024 }

/** The pictures of the documentation, in pixels for print. */
function guideSittings(places: Places): Sitting[] {
  const chat: Shot = { name: 'chat', path: `/chat?scope=2&customerId=${places.customer}` }
  return [
    {
      telephone: ADMIN,
      scale: 2,
      shots: [
        {
          name: 'home',
          path: '/home',
          // The day before is a whole one at any hour.
          act: async (page) => {
            await page.getByText('昨日', { exact: true }).first().click()
            await page.getByRole('button', { name: '关闭', exact: true }).first().click()
          },
        },
        { name: 'daily', path: '/home/daily' },
        { name: 'statistics', path: '/bi' },
        { name: 'channel', path: '/channel' },
        { name: 'ai-agent', path: `${places.account}/ai-agent` },
        { name: 'knowledge', path: `${places.account}/ai-agent?tab=knowledge` },
        {
          name: 'card',
          path: `${places.account}/card-manage`,
          act: (page) => page.getByRole('button', { name: '从平台同步' }).first().click(),
        },
        { name: 'tag', path: '/tag' },
        { name: 'plan', path: '/automation/reception' },
        { name: 'rule', path: '/automation/v1' },
        { name: 'flow', path: `/automation/detail?id=${places.flow}` },
        { name: 'point', path: '/point' },
        { name: 'purchase', path: '/point/purchase' },
        { name: 'role', path: '/setting/role' },
        { name: 'lead', path: '/chat/lead' },
        chat,
      ],
    },
    {
      telephone: AGENT,
      scale: 2,
      shots: [
        {
          name: 'quick-reply',
          path: '/chat?scope=1',
          act: async (page) => {
            await openFirst(page)
            await boxOf(page).pressSequentially('/')
          },
        },
      ],
    },
    { telephone: ADMIN, scale: 2, isDark: true, shots: [{ ...chat, name: 'chat-dark' }] },
    { telephone: AGENT, scale: 2, size: PHONE, shots: [{ name: 'chat-phone', path: '/chat?scope=1' }] },
  ]
}

const SIZES = { wide: DESKTOP, laptop: SMALL, tablet: TABLET, phone: PHONE }

/** Everybody and everything that a page looks different for. */
async function openViewers(server: Server, admin: Page): Promise<Record<string, Omit<Sitting, 'shots'>>> {
  return {
    admin: { telephone: ADMIN },
    loading: { telephone: ADMIN, state: 'loading' },
    error: { telephone: ADMIN, state: 'error' },
    reader: { telephone: READER },
    'no-permission': await openPowerlessAgent(admin),
    // Without accounts every page leads to their binding, until that is put off.
    empty: {
      ...(await openEmptyEnterprise(server)),
      enter: (home) => home.getByText('暂不绑定，进入工作台').click(),
    },
    outside: { telephone: '' },
  }
}

/** With a session and without one. */
async function allPages(server: Server, places: Places) {
  const { request } = await registerApplication(server, '客户管家', 'https://crm.example.com/back')
  const { inside, outside } = applicationPages(request)
  return { inside: { ...pagesOf(places), ...inside }, outside: { ...OUTSIDE, ...outside } }
}

/** `only`: names of pages, or how the viewer, the size and the theme begin; all without it. */
function allSittings(
  viewers: Record<string, Omit<Sitting, 'shots'>>,
  pages: Awaited<ReturnType<typeof allPages>>,
  only: string[],
): Sitting[] {
  return Object.entries(viewers).flatMap(([person, signIn]) =>
    Object.entries(SIZES).flatMap(([width, size]) =>
      [false, true].map((isDark) => {
        const seen = Object.entries(person === 'outside' ? pages.outside : pages.inside)
        const suffix = `${person}-${width}-${isDark ? 'dark' : 'light'}`
        const isChosen = (page: string) => only.some((word) => word === page || suffix.startsWith(word))
        const chosen = seen.filter(([name]) => only.length === 0 || isChosen(name))
        return {
          ...signIn,
          size,
          isDark,
          shots: chosen.map(([name, address]) => ({ name: `${name}.${suffix}`, path: address })),
        }
      }),
    ),
  )
}

await main(async () => {
  const [mode, ...only] = process.argv.slice(2)
  const isAll = mode === '--all'
  await ensureConsoleBuilt(process.execPath)
  await ensureChineseFont()
  process.env.CHROMIUM_PATH = await ensureChromium()
  const folder = isAll ? path.join(artifacts, 'pictures') : fromRoot('docs', 'images')
  say('正在启动演示产品')
  const server = await Server.start({ DEMO_HISTORY: 'true' })
  const browser = await launch()
  try {
    const visitor = await Visitor.open(browser, server.url)
    await visitor.signIn(ADMIN)
    const { places } = await furnish(visitor.page, 'on')
    const sittings = isAll
      ? allSittings(await openViewers(server, visitor.page), await allPages(server, places), only)
      : guideSittings(places)
    await visitor.close()
    for (const sitting of sittings.filter(({ shots }) => shots.length > 0)) {
      await photograph(browser, server, folder, sitting)
      say(`已拍 ${sitting.shots.length} 张`)
    }
  } finally {
    await browser.close()
    await server.stop()
  }
  return 0
})
