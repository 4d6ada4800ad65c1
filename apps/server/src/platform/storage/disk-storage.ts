import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkKey, type Storage } from './storage.ts'

/** Files below one folder. Written to a temporary name, synced, then renamed: a reader never sees a partial file. */
export function diskStorage(root: string): Storage {
  const place = (key: string) => path.join(root, checkKey(key))

  const storage: Storage = {
    async put(key, body) {
      const target = place(key)
      const partial = `${target}.${randomUUID()}.part`
      await mkdir(path.dirname(target), { recursive: true })
      try {
        await pipeline(Buffer.isBuffer(body) ? Readable.from([body]) : body, createWriteStream(partial))
        await flush(partial)
        await rename(partial, target)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },
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
      await storage.put(key, Buffer.from('ok'), 2, 'text/plain')
      await storage.remove(key)
    },
  }
  return storage
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
