import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Storage } from './storage.ts'

/**
 * Stores a file of unknown size and returns the size. Object storages must know it beforehand, so the chunks go through a
 * temporary file; its name is removed at once, so that a crash leaves nothing.
 */
export async function putStream(
  storage: Storage,
  { key, contentType }: { key: string; contentType: string },
  chunks: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<number> {
  const place = path.join(tmpdir(), `ruwu-${randomUUID()}`)
  const file = await open(place, 'wx+', 0o600)
  try {
    await unlink(place)
    let size = 0
    for await (const chunk of chunks) {
      await file.appendFile(chunk)
      size += chunk.length
    }
    await storage.put(key, file.createReadStream({ start: 0, autoClose: false }), size, contentType, signal)
    return size
  } finally {
    await file.close()
  }
}
