import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { link, open, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { StartError } from '../../start-error.ts'
import { explainIoError } from '../explain.ts'
import { MAGIC, MAX_PAYLOAD, type Header } from './frames.ts'

/** Writes a backup to a temporary name; the final name is linked only after a complete write and fsync. */
export class ArchiveWriter {
  private readonly file: string
  private readonly partial: string
  private readonly gzip = createGzip({ level: 6 })
  private readonly output
  private readonly hash = createHash('sha256')
  private frames = 0
  private failure: unknown

  constructor(file: string) {
    this.file = file
    this.partial = `${file}.${process.pid}.part`
    this.output = createWriteStream(this.partial, { mode: 0o600 })
    this.output.on('error', (error) => {
      this.failure = error
      this.gzip.destroy(error)
    })
    this.gzip.on('error', (error) => (this.failure ??= error))
    this.output.write(MAGIC)
    this.gzip.pipe(this.output)
  }

  async write(header: Header, payload = Buffer.alloc(0)): Promise<void> {
    const head = Buffer.from(JSON.stringify({ ...header, bytes: payload.length }))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(head.length)
    this.frames++
    for (const part of [length, head, payload]) {
      if (header.type !== 'end') this.hash.update(part)
      if (this.failure) throw explainIoError(this.failure, this.partial)
      if (!this.gzip.write(part)) await this.drained()
    }
  }

  private async drained(): Promise<void> {
    await once(this.gzip, 'drain').catch((error: unknown) => {
      throw explainIoError(this.failure ?? error, this.partial)
    })
  }

  /** Cuts a stream into frames of the given kind. */
  async writeAll(type: 'rows' | 'bytes', source: AsyncIterable<Buffer>): Promise<void> {
    let waiting: Buffer[] = []
    let size = 0
    const flush = async () => {
      const all = Buffer.concat(waiting)
      waiting = []
      size = 0
      for (let at = 0; at < all.length; at += MAX_PAYLOAD) {
        await this.write({ type }, all.subarray(at, at + MAX_PAYLOAD))
      }
    }
    for await (const chunk of source) {
      waiting.push(chunk)
      size += chunk.length
      if (size >= MAX_PAYLOAD / 4) await flush()
    }
    await flush()
  }

  async finish(): Promise<void> {
    await this.write({ type: 'end', frames: this.frames + 1, sha256: this.hash.digest('hex') })
    this.gzip.end()
    try {
      await finished(this.output)
      const handle = await open(this.partial, 'r+')
      await handle.sync()
      await handle.close()
      // Unlike rename, link fails when a concurrent backup has taken the name.
      await link(this.partial, this.file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new StartError(`文件已存在：${this.file}`)
      throw explainIoError(this.failure ?? error, this.file)
    } finally {
      await this.discard()
    }
  }

  async discard(): Promise<void> {
    this.gzip.destroy()
    this.output.destroy()
    await rm(this.partial, { force: true })
  }
}
