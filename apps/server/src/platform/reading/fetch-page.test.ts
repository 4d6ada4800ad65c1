import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookupPublic } from '../http/public-address.ts'
import { createFetchPage, type Internet, PAGE_BYTES_MAX, pageAddress } from './fetch-page.ts'

const PAGES: Record<string, (response: ServerResponse) => void> = {
  '/page': (response) => html(response).end('<title>售后</title><p>七天无理由退货。</p>'),
  '/old': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(Buffer.concat([Buffer.from('<meta charset=gbk><p>'), Buffer.from('c4e3bac3', 'hex')])),
  '/moved': (response) => redirect(response, '/page'),
  '/inside': (response) => redirect(response, 'http://10.0.0.1/secret'),
  '/metadata': (response) => redirect(response, 'http://metadata.example/latest'),
  '/round': (response) => redirect(response, '/round'),
  '/file': (response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
  '/gone': (response) => html(response, 404).end('gone'),
  '/flood': (response) => {
    html(response).write(Buffer.alloc(PAGE_BYTES_MAX + 1, 'x'))
    response.end()
  },
  '/silent': () => {},
}

const html = (response: ServerResponse, status = 200) =>
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
const redirect = (response: ServerResponse, location: string) => response.writeHead(302, { location }).end()

const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  PAGES[request.url ?? '']?.(response)
})
let port = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

/** An internet of one server: its address counts as public, and every name but one leads to it. */
const internet = (): Internet => ({
  isOpen: () => true,
  isPublic: (address) => address === '127.0.0.1',
  lookup: (name, options, callback) => {
    if (name === 'metadata.example') return callback(new Error('metadata.example is not a public address'), '')
    if (options.all) return callback(null, [{ address: '127.0.0.1', family: 4 }])
    callback(null, '127.0.0.1', 4)
  },
  timeMs: 2_000,
})

const fetchPage = (path: string) => createFetchPage(internet())(`http://shop.example:${port}${path}`)

test('a page is its title and its text', async () => {
  expect(await fetchPage('/page')).toEqual({ title: '售后', text: '七天无理由退货。' })
  expect((await fetchPage('/old')).text).toBe('你好')
})

test('a page that has moved is followed', async () => {
  expect((await fetchPage('/moved')).title).toBe('售后')
})

test.each([
  ['/inside', '只能学习公开的 https 网页'],
  ['/metadata', '网页无法打开，请检查网址'],
  ['/round', '网页跳转次数过多'],
  ['/file', '该网址不是网页'],
  ['/gone', '网页无法打开（状态 404）'],
  ['/flood', '网页不能超过 5 MB'],
  ['/silent', '网页打开超时'],
])('%s is given up: %s', async (path, text) => {
  await expect(fetchPage(path)).rejects.toThrow(text)
})

describe('our own network', () => {
  test.each([
    'http://example.com/',
    'https://example.com:8443/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
    'https://localhost/',
    'https://intranet/',
    'https://somebody:secret@example.com/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'not an address',
    '',
  ])('%s is never asked for', async (address) => {
    expect(pageAddress(address)).toBeUndefined()
    await expect(createFetchPage()(address)).rejects.toThrow('只能学习公开的 https 网页')
  })

  test.each(['https://example.com/a?b=c', 'https://8.8.8.8/', 'https://www.例子.中国/'])(
    '%s may be asked for',
    (address) => {
      expect(pageAddress(address)).toBeDefined()
    },
  )

  test('a name that points into it is not followed', async () => {
    const real = { ...internet(), lookup: lookupPublic }
    asked.length = 0

    await expect(createFetchPage(real)(`http://localhost:${port}/page`)).rejects.toThrow('网页无法打开')
    expect(asked).toEqual([])
  })
})
