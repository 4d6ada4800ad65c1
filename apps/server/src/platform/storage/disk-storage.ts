import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkKey, type Storage, StorageFullError } from './storage.ts'

/** Files below one folder. `reserveBytes` of the disk are left to the database. Written to a temporary name, synced, then renamed: a reader never sees a partial file. */
export function diskStorage(root: string, reserveBytes = 0): Storage {
  const place = (key: string) => path.join(root, checkKey(key))

  const write = async (key: string, body: Buffer | Readable, size: number, reserve: number, signal?: AbortSignal) => {
    const target = place(key)
    const partial = `${target}.${randomUUID()}.part`
    await mkdir(path.dirname(target), { recursive: true })
    if (reserve > 0 && (await freeBytes(root)) - size < reserve) throw new StorageFullError()
    try {
      await pipeline(Buffer.isBuffer(body) ? Readable.from([body]) : body, createWriteStream(partial), { signal })
      await flush(partial)
      await rename(partial, target)
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
  }

  const storage: Storage = {
    put: (key, body, size, _contentType, signal) => write(key, body, size, reserveBytes, signal),
    async get(key, range) {
      const target = place(key)
      const found = await stat(target).catch(ignoreMissing)
      if (!found?.isFile()) return undefined
      return { body: createReadStream(target, range), size: found.size }
    },
    async remove(key) {
      await rm(place(key), { force: true })
    },
    async check() {
      const key = `check-${randomUUID()}`
      // Not subject to the reserve: a node that takes no more files still serves.
      await write(key, Buffer.from('ok'), 2, 0)
      await storage.remove(key)
    },
  }
  return storage
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
