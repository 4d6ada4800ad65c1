import { createHash } from 'node:crypto'
import { REQUEST_REPEAT_WINDOW_MS } from '@ruwu/contract'
import { HTTP_TIMEOUT_MS } from '@ruwu/domain'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { requestAnswer } from '../../db/schema/index.ts'
import type { Clock } from '../clock.ts'
import type { Secrets } from '../secrets.ts'

/** A claim without an answer for longer than a browser waits belongs to a process that died: the write may be tried again. */
const ABANDONED_AFTER_MS = HTTP_TIMEOUT_MS
const POLL_MS = 50
const PURPOSE = 'request-answer'

/** Answers a repeated write with its first answer. */
export class RequestReplay {
  private readonly db: Database
  private readonly secrets: Secrets
  private readonly clock: Clock

  constructor(db: Database, secrets: Secrets, clock: Clock) {
    this.db = db
    this.secrets = secrets
    this.clock = clock
  }

  /** Runs `work` once for `key` and keeps its answer; when it throws, the next try runs again. */
  async once<Answer>(key: Buffer, work: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const claimedAt = this.clock.now()
      if (await this.claim(key, claimedAt)) return this.run(key, claimedAt, work)
      const first = await this.waitForAnswer<Answer>(key)
      if (first) return first.answer
    }
  }

  private async run<Answer>(key: Buffer, claimedAt: Date, work: () => Promise<Answer>): Promise<Answer> {
    // A claim that was taken for abandoned meanwhile is another's now.
    const own = and(eq(requestAnswer.key, key), eq(requestAnswer.claimedAt, claimedAt))
    let answer: Answer
    try {
      answer = await work()
    } catch (error) {
      await this.db.sql.delete(requestAnswer).where(own)
      throw error
    }
    // The work is done: were its answer not kept, giving the claim up would have it done twice.
    const sealed = this.secrets.seal(PURPOSE, JSON.stringify({ answer }))
    await this.db.sql.update(requestAnswer).set({ answer: sealed }).where(own)
    return answer
  }

  /** True for exactly one caller: the first, or the first after an abandoned or outdated claim. */
  private async claim(key: Buffer, now: Date): Promise<boolean> {
    const abandoned = new Date(now.getTime() - ABANDONED_AFTER_MS)
    const outdated = new Date(now.getTime() - REQUEST_REPEAT_WINDOW_MS)
    const rows = await this.db.sql
      .insert(requestAnswer)
      .values({ key, claimedAt: now })
      .onConflictDoUpdate({
        target: requestAnswer.key,
        set: { claimedAt: now, answer: null },
        setWhere: sql`(${and(isNull(requestAnswer.answer), lt(requestAnswer.claimedAt, abandoned))}) or ${lt(requestAnswer.claimedAt, outdated)}`,
      })
      .returning({ key: requestAnswer.key })
    return rows.length === 1
  }

  /** The first answer once it is there; undefined when the claim was given up meanwhile. */
  private async waitForAnswer<Answer>(key: Buffer): Promise<{ answer: Answer } | undefined> {
    for (let waited = 0; waited < ABANDONED_AFTER_MS; waited += POLL_MS) {
      const [row] = await this.db.sql
        .select({ answer: requestAnswer.answer })
        .from(requestAnswer)
        .where(eq(requestAnswer.key, key))
      if (!row) return undefined
      if (row.answer) return JSON.parse(this.secrets.open(PURPOSE, row.answer)) as { answer: Answer }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    return undefined
  }
}

/** A name given by one caller says nothing about another's, nor about another call. */
export function replayKey(parts: { caller: string; call: string; requestId: string }): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([parts.caller, parts.call, parts.requestId]))
    .digest()
}
