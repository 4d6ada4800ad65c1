import type { TagRule } from '@ruwu/contract'
import { matchesTagRule, type SystemTag } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { CustomerChange } from '../../../customer/customer-change.ts'
import { type CustomerKey, lockCustomer } from '../../../customer/customer-change.repo.ts'
import { systemTagId } from '../../../customer/customer-tags.ts'
import type { CustomerWriter } from '../../../customer/customer-writer.ts'
import type { Database, Transaction } from '../../../db/database.ts'
import type { Clock } from '../../../platform/clock.ts'
import { applyTag, readTagBook } from './apply-tag.ts'
import { ruleFacts } from './rule-facts.ts'
import { type DueCheck, enqueueChecks, listDueChecks, listRules, readTexts, takeChecks } from './tag-check.repo.ts'

const BATCH_SIZE = 50
/** Of a burst of messages the newest are looked at. */
const MESSAGES_LOOKED_AT = 50
/** Name of the rules in system lines of the thread. */
const WHO = '自动规则'

const FACT_TAGS: readonly SystemTag[] = ['lead', 'wechat_copied', 'form_submitted']

type Deps = { db: Database; clock: Clock; log: FastifyBaseLogger; writer: CustomerWriter }

/** Applies the rules of automatic tags after a customer wrote, left a contact or fell silent; any number of nodes may run it. */
export function createTagRuleWorker({ db, clock, log, writer }: Deps) {
  writer.onCommit(async (tx, changes, now) => tx.defer(enqueueChecks(tx.sql, changes.filter(concernsRules), now)))

  async function check(tx: Transaction, key: CustomerKey): Promise<void> {
    const now = clock.now()
    const change = await lockCustomer(tx.sql, key.entId, key.customerId)
    const checks = await takeChecks(tx.sql, key, now)
    if (!change || checks.length === 0) return
    const { customer: row } = change
    const fromSeq = Math.min(...checks.map((check) => check.fromSeq))
    const texts = await readTexts(tx.sql, { ...row, fromSeq }, MESSAGES_LOOKED_AT)
    const matching = (await listRules(tx.sql, row.entId)).filter(({ rule }) => {
      const from = firstSeq(rule, checks)
      const own = texts.filter(({ seq }) => from !== undefined && seq >= from).map(({ text }) => text)
      return from !== undefined && matchesTagRule(rule, ruleFacts(row.entId, row, own, now))
    })
    if (matching.length === 0) return
    const book = await readTagBook(tx.sql, row.entId)
    for (const { id, rule } of matching) applyTag(change, book, { id, action: rule.action, who: WHO }, now)
    if (change.messages.length > 0) await writer.commit(tx, [change], now)
  }

  return {
    /** True when there may be more. */
    async run(): Promise<boolean> {
      const due = await listDueChecks(db.sql, clock.now(), BATCH_SIZE)
      for (const key of due) {
        try {
          await db.transaction((tx) => check(tx, key))
        } catch (error) {
          // The check stays due and is tried again.
          log.error({ err: error, customerId: key.customerId }, 'a tag rule failed')
          return false
        }
      }
      return due.length === BATCH_SIZE
    },
  }
}

/** The first message a rule looks at; a check after silence concerns only rules that wait for that long, so that no message counts twice. */
function firstSeq({ conditions }: TagRule, checks: readonly DueCheck[]): number | undefined {
  const waits = new Set([0, ...conditions.flatMap((each) => (each.type === 'silence' ? [each.minutes] : []))])
  const own = checks.filter(({ minutes }) => waits.has(minutes))
  return own.length === 0 ? undefined : Math.min(...own.map(({ fromSeq }) => fromSeq))
}

/** The customer wrote, or one of the facts that conditions name is new. */
const concernsRules = ({ customer: { entId }, messages, additions }: CustomerChange): boolean =>
  messages.some(({ senderKind }) => senderKind === 'customer') ||
  FACT_TAGS.some((key) => additions.tags.get(systemTagId(entId, key)))
