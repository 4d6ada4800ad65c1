import { afterEach, beforeEach, expect, test } from 'vitest'
import { PlatformStub } from '../testing/platform-stub.ts'
import { createDownload, type Download, type DownloadRules } from './download.ts'
import { isPublicAddress } from '../../platform/http/public-address.ts'

let stub: PlatformStub
let downloads: Download[] = []

beforeEach(async () => {
  stub = await PlatformStub.start()
})
afterEach(async () => {
  await Promise.all(downloads.map((download) => download.close()))
  downloads = []
  await stub.stop()
})

function download(rules: Partial<DownloadRules> = {}): Download {
  const made = createDownload({ hosts: ['pics.example'], baseUrl: `${stub.url}/douyin`, ...rules })
  downloads.push(made)
  return made
}

test('the files of a simulator are fetched', async () => {
  stub.willAnswer({ status: 200, headers: { 'content-type': 'image/png' }, base64: 'iVBORw==' })

  const file = await download().fetch(`${stub.url}/media/a.png?v=1`)

  expect(file).toEqual({ bytes: Buffer.from('iVBORw==', 'base64'), contentType: 'image/png' })
  expect(stub.requests[0]?.url.search).toBe('?v=1')
})

test.each([
  'http://pics.example/a.png',
  'https://pics.example:8443/a.png',
  'https://evilpics.example/a.png',
  'https://pics.example.evil.net/a.png',
  'https://127.0.0.1/a.png',
  'https://[::1]/a.png',
  'https://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'not an address',
])('%s is not asked for', async (address) => {
  await expect(download({ baseUrl: 'https://open.example' }).fetch(address)).rejects.toMatchObject({
    name: 'PlatformError',
    platformText: '媒体地址不在允许范围内',
  })
})

test('a simulator is asked only where the base address is one', async () => {
  const address = `${stub.url}/media/a.png`

  await expect(download({ baseUrl: 'https://open.example' }).fetch(address)).rejects.toThrow()
  expect(stub.requests).toEqual([])
})

test('an allowed name that points into our own network is not followed', async () => {
  const rules = { baseUrl: 'https://open.example', hosts: ['localhost'] }

  await expect(download(rules).fetch('https://localhost/a.png')).rejects.toMatchObject({
    kind: 'platform_down',
    cause: { message: 'localhost is not a public address' },
  })
})

test.each([
  [302, 'unknown'],
  [403, 'unknown'],
  [404, 'unknown'],
  [503, 'platform_down'],
])('status %d is %s, and nothing else is asked', async (status, kind) => {
  stub.willAnswer({ status, headers: { location: `${stub.url}/other` }, body: '' })

  await expect(download().fetch(`${stub.url}/a.png`)).rejects.toMatchObject({ kind, platformCode: String(status) })
  expect(stub.requests).toHaveLength(1)
})

test('a file that is too large is given up', async () => {
  stub.willAnswer({ status: 200, headers: {}, body: 'x'.repeat(1001) })

  await expect(download({ maxBytes: 1000 }).fetch(`${stub.url}/a.png`)).rejects.toMatchObject({
    kind: 'unknown',
    platformText: '媒体文件过大',
  })
})

test.each([
  ['8.8.8.8', true],
  ['39.156.66.10', true],
  ['2400:3200::1', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['nonsense', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})
