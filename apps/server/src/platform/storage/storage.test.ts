import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { diskStorage } from './disk-storage.ts'
import { s3Storage } from './s3-storage.ts'
import { type Storage, StorageFullError } from './storage.ts'

async function onDisk(): Promise<Storage> {
  const root = await mkdtemp(path.join(tmpdir(), 'ruwu-storage-'))
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 5 }))
  return diskStorage(path.join(root, 'files'))
}

/** The few calls of the S3 protocol we make, kept in memory, over real HTTP. */
async function onS3(): Promise<Storage> {
  const objects = new Map<string, Buffer>()
  const server = createServer((request, response) => void answer(request, response))
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const key = new URL(request.url ?? '', 'http://s3').pathname
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.method === 'PUT') objects.set(key, Buffer.concat(chunks))
    if (request.method === 'DELETE') objects.delete(key)
    const body = objects.get(key)
    if (request.method !== 'GET') return response.writeHead(200).end()
    if (!body)
      return response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>')
    const range = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '')
    if (!range) return response.writeHead(200, { 'content-length': body.length }).end(body)
    const [start, end] = [Number(range[1]), Number(range[2])]
    return response
      .writeHead(206, { 'content-range': `bytes ${start}-${end}/${body.length}` })
      .end(body.subarray(start, end + 1))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return s3Storage({
    S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'ruwu',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
}

describe.each([
  ['disk', onDisk],
  ['S3', onS3],
])('%s storage', (_name, open) => {
  test('keeps a file, gives it back whole or in part, and forgets it', async () => {
    const storage = await open()
    await storage.put('a/b.txt', Buffer.from('见字如晤'), 12, 'text/plain')

    const whole = await storage.get('a/b.txt')
    const part = await storage.get('a/b.txt', { start: 3, end: 5 })
    expect([await text(whole!.body), whole!.size]).toEqual(['见字如晤', 12])
    expect([await text(part!.body), part!.size]).toEqual(['字', 12])

    await storage.remove('a/b.txt')
    await storage.remove('a/b.txt')
    expect(await storage.get('a/b.txt')).toBeUndefined()
  })

  test('takes a stream, and its check leaves nothing behind', async () => {
    const storage = await open()

    await storage.put('stream', Readable.from([Buffer.from('12'), Buffer.from('34')]), 4, 'text/plain')
    await storage.check()

    expect(await text((await storage.get('stream'))!.body)).toBe('1234')
  })

  test.each(['../up', '/root', 'a/../b', '', 'a//b', 'a b', '.hidden/..'])('refuses the key %j', async (key) => {
    const storage = await open()

    await expect(storage.put(key, Buffer.from('x'), 1, 'text/plain')).rejects.toThrow('bad storage key')
    await expect(storage.get(key)).rejects.toThrow('bad storage key')
  })
})

test('a file on disk whose writing fails leaves nothing under its name', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'ruwu-storage-'))
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 5 }))
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('connection lost')
    })(),
  )

  await expect(diskStorage(root).put('file', broken, 8, 'text/plain')).rejects.toThrow('connection lost')

  expect(await readdir(root)).toEqual([])
})

test('a disk keeps its reserve: files are refused, and the storage still counts as working', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'ruwu-storage-'))
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 5 }))
  const storage = diskStorage(root, Number.MAX_SAFE_INTEGER)

  await expect(storage.put('file', Buffer.from('x'), 1, 'text/plain')).rejects.toThrow(StorageFullError)

  await storage.check()
  expect(await readdir(root)).toEqual([])
})
