import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { consoleRoutes } from './console.ts'

async function openConsole(tagManagerHost = '') {
  const folder = await mkdtemp(path.join(tmpdir(), 'ruwu-console-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(path.join(folder, 'assets'))
  await writeFile(path.join(folder, 'index.html'), '<!doctype html>')
  await writeFile(path.join(folder, 'assets', 'main-1a.js'), '')
  await writeFile(path.join(folder, 'bundle-report.json'), '{}')
  const preloads = { '/chat': ['/assets/shell-1a.js', '/assets/chat-1a.js'], '*': ['/assets/shell-1a.js'] }
  await writeFile(path.join(folder, 'page-preloads.json'), JSON.stringify(preloads))
  const app = Fastify()
  await consoleRoutes(app, readConfig({}), folder, {
    https: true,
    tagManagerHost,
    pictureOrigin: undefined,
    hasDemoPage: false,
    isEmpty: () => Promise.resolve(false),
  })
  return app
}

test.each(['/', '/home', '/no/such/page', '/index.html', '/index.html?x=1', '/%69ndex.html'])(
  'the page at %s may not be framed and runs our scripts only',
  async (url) => {
    const app = await openConsole()

    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await app.inject({ method, url })

      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        expect.stringMatching(/^text\/html/) as string,
        'no-cache',
      ])
      expect(headers['content-security-policy']).toMatch(/script-src 'self';.*frame-ancestors 'none'/)
      expect(headers).toMatchObject({
        'x-frame-options': 'SAMEORIGIN',
        'strict-transport-security': expect.any(String) as string,
      })
    }
  },
)

test('a tag manager adds its own host to the sources of scripts, and no other', async () => {
  const { headers } = await (await openConsole('ruwu.example')).inject('/')

  expect(headers['content-security-policy']).toContain("script-src 'self' https://www.googletagmanager.com;")
})

test.each(['/bundle-report.json', '/page-preloads.json'])('%s of the build is not served', async (url) => {
  const { headers } = await (await openConsole()).inject(url)

  expect(headers['content-type']).toMatch(/^text\/html/)
})

test.each([
  ['/chat?scope=3', true, '</assets/shell-1a.js>; rel=modulepreload, </assets/chat-1a.js>; rel=modulepreload'],
  ['/home', true, '</assets/shell-1a.js>; rel=modulepreload'],
  ['/chat', false, undefined],
])('the scripts of %s are named with the document, signed in: %s', async (url, isSignedIn, expected) => {
  const [entId, agentId] = ['a', 'b'].map((digit) => digit.repeat(32))
  const cookie = `authorization=token; entId=${entId}; agentId=${agentId}; entName=x`

  const { headers } = await (await openConsole()).inject({ url, headers: isSignedIn ? { cookie } : {} })

  expect(headers.link).toBe(expected)
})

test('files with a hash in their name are kept by browsers, and a missing one is no page', async () => {
  const app = await openConsole()

  expect((await app.inject('/assets/main-1a.js')).headers['cache-control']).toContain('immutable')
  expect((await app.inject('/assets/gone.js')).statusCode).toBe(404)
})
