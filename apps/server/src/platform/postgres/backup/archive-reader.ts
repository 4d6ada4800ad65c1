import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { StartError } from '../../start-error.ts'
import { explainIoError } from '../explain.ts'
import { Header, MAGIC, MAX_HEADER, MAX_PAYLOAD, type Frame, type Manifest } from './frames.ts'

const corrupt = (file: string) => new StartError(`备份文件已损坏或不完整：${file}`)

async function checkMagic(file: string): Promise<void> {
  const start = Buffer.alloc(MAGIC.length)
  try {
    const handle = await open(file, 'r')
    await handle.read(start, 0, start.length, 0)
    await handle.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new StartError(`没有找到备份文件 ${file}`)
    throw explainIoError(error, file)
  }
  if (start.toString('latin1') === MAGIC) return
  const isOtherVersion = start.toString('latin1').startsWith(MAGIC.split(' ')[0] ?? '')
  throw new StartError(isOtherVersion ? `备份文件的格式来自其它版本：${file}` : `不是如晤的备份文件：${file}`)
}

/** Yields the next N bytes of a stream; N is the argument of `next`. */
async function* byteReader(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, number> {
  let held = Buffer.alloc(0)
  let parts: Buffer[] = []
  let size = 0
  let wanted = yield held
  for await (const chunk of source) {
    parts.push(chunk)
    size += chunk.length
    while (size >= wanted) {
      held = Buffer.concat(parts)
      parts = [held.subarray(wanted)]
      size -= wanted
      wanted = yield held.subarray(0, wanted)
    }
  }
  if (size > 0) throw new Error('bytes after the last frame')
}

/** All frames of a backup in order; throws a StartError when the file is incomplete or its checksum differs. */
export async function* readArchive(file: string): AsyncGenerator<Frame> {
  await checkMagic(file)
  const raw = createReadStream(file, { start: MAGIC.length })
  const gunzip = createGunzip()
  raw.on('error', (error) => gunzip.destroy(error))
  const source = byteReader(raw.pipe(gunzip) as AsyncIterable<Buffer>)
  const hash = createHash('sha256')
  let frames = 0
  try {
    await source.next(0)
    for (;;) {
      const frame = await nextFrame(source, hash)
      frames++
      if (frame.header.type === 'end') {
        if (frame.header.frames !== frames || frame.header.sha256 !== hash.digest('hex')) throw corrupt(file)
        // Reads to the end, where gzip verifies its own checksum.
        if (!(await source.next(1)).done) throw corrupt(file)
        return
      }
      yield frame
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    // Only file system errors have a syscall; all others mean invalid content.
    throw 'syscall' in (error as Error) ? explainIoError(error, file) : corrupt(file)
  } finally {
    raw.destroy()
    gunzip.destroy()
  }
}

type Hash = ReturnType<typeof createHash>

async function nextFrame(source: AsyncGenerator<Buffer, void, number>, hash: Hash): Promise<Frame> {
  const take = async (count: number) => {
    const { value, done } = await source.next(count)
    if (done || !value) throw new Error('ends early')
    return value
  }
  const length = await take(4)
  if (length.readUInt32BE() > MAX_HEADER) throw new Error('header too long')
  const head = await take(length.readUInt32BE())
  const parsed = JSON.parse(head.toString('utf8')) as { bytes: number }
  const header = Header.parse(parsed)
  if (!Number.isInteger(parsed.bytes) || parsed.bytes < 0 || parsed.bytes > MAX_PAYLOAD) throw new Error('bad payload')
  const payload = parsed.bytes > 0 ? await take(parsed.bytes) : Buffer.alloc(0)
  if (header.type !== 'end') for (const part of [length, head, payload]) hash.update(part)
  return { header, payload }
}

/** Verifies the whole file before the restore changes anything. */
export async function verifyArchive(file: string): Promise<Manifest> {
  let manifest: Manifest | undefined
  for await (const { header } of readArchive(file)) {
    if (!manifest && header.type !== 'manifest') throw corrupt(file)
    if (header.type === 'manifest') manifest ??= header
  }
  if (!manifest) throw corrupt(file)
  return manifest
}
