import { createHash } from 'node:crypto'
import { REQUEST_REPEAT_WINDOW_MS } from '@ruwu/contract'
import { HTTP_TIMEOUT_MS } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../clock.ts'
import type { Secrets } from '../secrets.ts'
import { claimRequest, findAnswer, releaseClaim, saveAnswer } from './request-answer.repo.ts'

/** A claim that has no answer after the browser's timeout belongs to a dead process: the write may run again. */
const ABANDONED_AFTER_MS = HTTP_TIMEOUT_MS
const POLL_MS = 50
const PURPOSE = 'request-answer'

/** Idempotent writes: a repeated request gets the first answer. */
export class RequestReplay {
  private readonly db: Database
  private readonly secrets: Secrets
  private readonly clock: Clock

  constructor(db: Database, secrets: Secrets, clock: Clock) {
    this.db = db
    this.secrets = secrets
    this.clock = clock
  }

  /** Runs `work` once per `key` and stores its answer, encrypted; when it throws, a repeat runs it again. */
  async once<Answer>(key: Buffer, work: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const claimedAt = this.clock.now()
      if (await this.claim(key, claimedAt)) return this.run(key, claimedAt, work)
      const first = await this.waitForAnswer<Answer>(key)
      if (first) return first.answer
    }
  }

  private async run<Answer>(key: Buffer, claimedAt: Date, work: () => Promise<Answer>): Promise<Answer> {
    let answer: Answer
    try {
      answer = await work()
    } catch (error) {
      await releaseClaim(this.db.sql, { key, claimedAt })
      throw error
    }
    // The write has happened: if saving fails the claim must stay, or a repeat would write twice.
    await saveAnswer(this.db.sql, { key, claimedAt }, this.secrets.seal(PURPOSE, JSON.stringify({ answer })))
    return answer
  }

  /** True for exactly one caller: the first, or the first after an abandoned or outdated claim. */
  private claim(key: Buffer, now: Date): Promise<boolean> {
    return claimRequest(this.db.sql, key, now, {
      abandonedBefore: new Date(now.getTime() - ABANDONED_AFTER_MS),
      outdatedBefore: new Date(now.getTime() - REQUEST_REPEAT_WINDOW_MS),
    })
  }

  /** Polls for the first answer; undefined when the claim was released or abandoned. */
  private async waitForAnswer<Answer>(key: Buffer): Promise<{ answer: Answer } | undefined> {
    for (let waited = 0; waited < ABANDONED_AFTER_MS; waited += POLL_MS) {
      const claim = await findAnswer(this.db.sql, key)
      if (!claim) return undefined
      if (claim.answer) return JSON.parse(this.secrets.open(PURPOSE, claim.answer)) as { answer: Answer }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    return undefined
  }
}

/** Request ids are scoped to the caller and the endpoint. */
export function replayKey(parts: { caller: string; call: string; requestId: string }): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([parts.caller, parts.call, parts.requestId]))
    .digest()
}
