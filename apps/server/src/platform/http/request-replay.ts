import { createHash } from 'node:crypto'
import { REQUEST_REPEAT_WINDOW_MS } from '@ruwu/contract'
import { HTTP_TIMEOUT_MS } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../clock.ts'
import type { Secrets } from '../secrets.ts'
import { ANSWER_PURPOSE, claimRequest, findAnswer, releaseClaim, saveAnswer } from './request-answer.repo.ts'

/** A claim that has no answer after the browser's timeout belongs to a dead process: the write may run again. */
const ABANDONED_AFTER_MS = HTTP_TIMEOUT_MS
const POLL_MS = 50

export type RequestReplay = {
  /** Runs `work` once per `key` and stores its answer, encrypted; when it throws or `isKept` says no, a repeat runs it again. */
  once<Answer>(key: Buffer, work: () => Promise<Answer>, isKept?: (answer: Answer) => boolean): Promise<Answer>
}

/** Idempotent writes: a repeated request gets the first answer. */
export function createRequestReplay(db: Database, secrets: Secrets, clock: Clock): RequestReplay {
  /** True for exactly one caller: the first, or the first after an abandoned or outdated claim. */
  const claim = (key: Buffer, now: Date): Promise<boolean> =>
    claimRequest(db.sql, key, now, {
      abandonedBefore: new Date(now.getTime() - ABANDONED_AFTER_MS),
      outdatedBefore: new Date(now.getTime() - REQUEST_REPEAT_WINDOW_MS),
    })

  async function run<Answer>(
    { key, claimedAt }: { key: Buffer; claimedAt: Date },
    work: () => Promise<Answer>,
    isKept: (answer: Answer) => boolean,
  ): Promise<Answer> {
    let answer: Answer
    try {
      answer = await work()
    } catch (error) {
      await releaseClaim(db.sql, { key, claimedAt })
      throw error
    }
    if (!isKept(answer)) {
      await releaseClaim(db.sql, { key, claimedAt })
      return answer
    }
    // The write has happened: if saving fails the claim must stay, or a repeat would write twice.
    await saveAnswer(db.sql, { key, claimedAt }, secrets.seal(ANSWER_PURPOSE, JSON.stringify({ answer })))
    return answer
  }

  /** Polls for the first answer; undefined when the claim was released or abandoned. */
  async function waitForAnswer<Answer>(key: Buffer): Promise<{ answer: Answer } | undefined> {
    for (let waited = 0; waited < ABANDONED_AFTER_MS; waited += POLL_MS) {
      const first = await findAnswer(db.sql, key)
      if (!first) return undefined
      if (first.answer) return JSON.parse(secrets.open(ANSWER_PURPOSE, first.answer)) as { answer: Answer }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    return undefined
  }

  return {
    async once<Answer>(key: Buffer, work: () => Promise<Answer>, isKept: (answer: Answer) => boolean = () => true) {
      for (;;) {
        const claimedAt = clock.now()
        if (await claim(key, claimedAt)) return run({ key, claimedAt }, work, isKept)
        const first = await waitForAnswer<Answer>(key)
        if (first) return first.answer
      }
    },
  }
}

/** Request ids are scoped to the caller and the endpoint. */
export function replayKey(parts: { caller: string; call: string; requestId: string }): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([parts.caller, parts.call, parts.requestId]))
    .digest()
}
