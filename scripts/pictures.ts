import path from 'node:path'
import { DESKTOP, launch, PHONE, Visitor } from '@ruwu/e2e/browser.ts'
import { openEmptyEnterprise } from '@ruwu/e2e/empty-enterprise.ts'
import { furnish, OUTSIDE, pagesOf, type Places } from '@ruwu/e2e/pages.ts'
import { Server } from '@ruwu/e2e/server.ts'
import { boxOf, openFirst } from '@ruwu/e2e/workbench.ts'
import { ensureConsoleBuilt } from './lib/console-build.mjs'
import { artifacts, fromRoot } from './lib/paths.mjs'
import { photograph, type Shot, type Sitting } from './lib/photograph.ts'
import { main, say } from './lib/progress.mjs'
import { ensureChineseFont, ensureChromium } from './lib/system-packages.mjs'

// `npm run pictures` takes the pictures of README and docs/guide from a product of its own with the demo's history.
// `npm run pictures -- --all` takes every page, at three sizes, light and dark, for three people, into artifacts/pictures.

const ADMIN = '13800000001'
const AGENT = '13800000003'
const READER = '13800000006'
const SMALL = { width: 1280, height: 720 }

/** The pictures of the documentation, in pixels for print. */
function guideSittings(places: Places): Sitting[] {
  const chat: Shot = { name: 'chat', path: `/chat?scope=2&customerId=${places.customer}` }
  return [
    {
      telephone: ADMIN,
      scale: 2,
      shots: [
        { name: 'home', path: '/home' },
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

const SIZES = { wide: DESKTOP, laptop: SMALL, phone: PHONE }

/** `only`: names of pages; all without it. */
function allSittings(places: Places, empty: { telephone: string; password: string }, only: string[]): Sitting[] {
  const people: Record<string, Omit<Sitting, 'shots'>> = {
    admin: { telephone: ADMIN },
    reader: { telephone: READER },
    // Without accounts every page leads to their binding, until that is put off.
    empty: { ...empty, enter: (page) => page.getByText('暂不绑定，进入工作台').click() },
    outside: { telephone: '' },
  }
  return Object.entries(people).flatMap(([person, signIn]) =>
    Object.entries(SIZES).flatMap(([width, size]) =>
      [false, true].map((isDark) => {
        const pages = Object.entries(person === 'outside' ? OUTSIDE : pagesOf(places))
        const chosen = pages.filter(([name]) => only.length === 0 || only.includes(name))
        const suffix = `${person}-${width}-${isDark ? 'dark' : 'light'}`
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
    await visitor.close()
    const sittings = isAll ? allSittings(places, await openEmptyEnterprise(server), only) : guideSittings(places)
    for (const sitting of sittings) {
      await photograph(browser, server, folder, sitting)
      say(`已拍 ${sitting.shots.length} 张`)
    }
  } finally {
    await browser.close()
    await server.stop()
  }
  return 0
})
