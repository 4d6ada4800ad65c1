import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { pageRoutes } from './index.ts'
import { authoriseView, card, indexView, merchantView, message, ownText, phoneView } from './testing/sample-views.ts'

const HOSTILE = `"'><script>alert(1)</script>`

/** Fields that decide what is drawn; everything else is words. */
const DECIDES = /^(type|source|kind|cardType|from|origin|standing|state|mode|direction|group|at|since|now|until|\w+At)$/

/** Every word of a view replaced by an attack. */
function poisoned<View>(view: View, key = ''): View {
  if (typeof view === 'string') return (DECIDES.test(key) ? view : HOSTILE) as View
  if (Array.isArray(view)) return view.map((it) => poisoned(it as unknown, key)) as View
  if (view === null || typeof view !== 'object') return view
  return Object.fromEntries(Object.entries(view).map(([name, value]) => [name, poisoned(value, name)])) as View
}

const messages = [ownText('多少钱'), message(card()), message(card({ cardType: 'contact', wechat: 'ys-home-001' }))]

async function pages(change: <View>(view: View) => View = (view) => view) {
  const app = Fastify()
  pageRoutes(app, {
    index: () => change(indexView()),
    phone: (_, accountId) => (accountId === 'gone' ? undefined : change(phoneView({ messages }))),
    merchant: () => change(merchantView()),
    authorise: (source) => change(authoriseView({ source })),
  })
  await app.ready()
  return app
}

const ADDRESSES = [
  '/',
  '/phone/redbook/60aa41c7d2e9f0835b16c4b7/5f3c1122334455667788aac1',
  '/merchant/redbook/60b8e35a917c4df2068a3d51',
  '/douyin/platform/oauth/connect/?client_key=awsim0001&state=s',
  '/redbook/api/leona/three/im/account/add?appId=1&token=t',
]

describe.each(ADDRESSES)('%s', (address) => {
  test('says that it is a demonstration', async () => {
    const answer = await (await pages()).inject(address)

    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('模拟平台 · 仅供演示')
  })

  test('takes no input before its script runs', async () => {
    const { body } = await (await pages()).inject(address)
    expect(body).toContain('<div id="page" inert>')
  })

  test('has nothing inline and is told to run nothing inline', async () => {
    const answer = await (await pages()).inject(address)

    expect(answer.headers['content-security-policy']).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    )
    expect(answer.body).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/)
  })

  test('shows words that look like markup as words', async () => {
    const answer = await (await pages(poisoned)).inject(address)

    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('&lt;script&gt;alert(1)')
    expect(answer.body).not.toContain('<script>alert')
  })
})

test('an account that does not exist has a page that leads back', async () => {
  const answer = await (await pages()).inject('/phone/redbook/gone/c1')

  expect(answer.statusCode).toBe(404)
  expect(answer.body).toContain('没有这个账号')
})

describe('what the pages load', () => {
  const IMPORT = /\bfrom\s+'([^']+)'|^import\s+'([^']+)'/gm

  /** Follows the imports of a script as a browser does. */
  async function loaded(entry: string): Promise<Map<string, { status: number; body: string }>> {
    const app = await pages()
    const seen = new Map<string, { status: number; body: string }>()
    const open = [entry]
    for (let address = open.pop(); address; address = open.pop()) {
      if (seen.has(address)) continue
      const { statusCode, body } = await app.inject(address)
      seen.set(address, { status: statusCode, body })
      for (const [, from, bare] of body.matchAll(IMPORT)) {
        open.push(new URL(from ?? bare ?? '', `http://pages${address}`).pathname)
      }
    }
    return seen
  }

  test.each(['overview', 'phone', 'merchant', 'authorise'])(
    'every module behind %s is there, without types',
    async (name) => {
      const modules = await loaded(`/pages/client/${name}.ts`)

      expect([...modules].filter(([, { status }]) => status !== 200)).toEqual([])
      expect([...modules].filter(([, { body }]) => /\bimport type\b|^export type\b|from 'node:/m.test(body))).toEqual(
        [],
      )
      expect(modules.size).toBeGreaterThan(10)
    },
  )

  test('styles are those of the console and our own', async () => {
    const app = await pages()

    for (const name of ['tokens', 'base', 'parts', 'message', 'overview', 'phone', 'merchant', 'authorise']) {
      const answer = await app.inject(`/pages/styles/${name}.css`)
      expect([name, answer.statusCode, answer.headers['content-type']]).toEqual([name, 200, 'text/css; charset=utf-8'])
    }
  })

  test.each(['slightly-smiling-face', 'own%3Adoge'])('the picture of %s is there', async (art) => {
    const answer = await (await pages()).inject(`/pages/emoji/${art}.svg`)

    expect(answer.statusCode).toBe(200)
    expect(answer.body).toMatch(/^<svg xmlns/)
  })

  test.each([
    '/pages/assets.ts',
    '/pages/view/html.test.ts',
    '/pages/testing/sample-views.ts',
    '/pages/client/../assets.ts',
    '/pages/client/%2e%2e/%2e%2e/options.ts',
    '/pages/emoji/none.svg',
  ])('%s is not', async (address) => {
    expect((await (await pages()).inject(address)).statusCode).toBe(404)
  })
})
