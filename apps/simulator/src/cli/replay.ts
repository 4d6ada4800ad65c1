import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Poster } from '../hooks/post.ts'
import type { JournalEntry } from '../views.ts'

const TIMEOUT_MS = 5_000

type ReplayResult = { sent: number; accepted: number; refused: number; unanswered: number }

/** Sends the deliveries of a journal again, in their order and byte for byte. Repeated tries are left out. */
export async function replay(file: string, server: string): Promise<ReplayResult> {
  const poster = new Poster()
  const result: ReplayResult = { sent: 0, accepted: 0, refused: 0, unanswered: 0 }
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.trim() === '') continue
    const { direction, attempt, path, headers, body } = JSON.parse(line) as JournalEntry
    if (direction !== 'out' || attempt !== 1) continue
    result.sent++
    const posted = await poster.post(server + path, headers, body, TIMEOUT_MS)
    if (!posted) result.unanswered++
    else if (posted.status >= 200 && posted.status < 300) result.accepted++
    else result.refused++
  }
  poster.close()
  return result
}
