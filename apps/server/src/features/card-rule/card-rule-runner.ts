import type { CardRuleId, CustomerId } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '../../db/database.ts'
import { findCustomerRow } from '../../customer/customer-change.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Intents } from '../automation/index.ts'
import { addLog, isHandled, readBlocked } from './card-rule-log.repo.ts'
import { type CardRuleRow, countCard, hasRules, intentsOf, listSilences, lockRules } from './card-rule.repo.ts'
import {
  type CustomerFacts,
  type CustomerKey,
  listSilent,
  lockFacts,
  type Silent,
  wasAskedSince,
} from './customer-facts.repo.ts'
import { asksForContact, decide, explain, type OccasionFacts, rulesFor } from './decide-rules.ts'
import type { FlowSender } from './flow-sender.ts'
import { BlockedError, kindOf, sendCard } from './send-card.ts'

/** A customer entered or sent a message; `messageSeq` is its seq in the thread. */
type Inbound = CustomerKey & { messageSeq: number; isFirst?: boolean | undefined } & (
    | { kind: 'enter'; isAd: boolean }
    | { kind: 'message'; text: string }
  )

/** Maximum delay of a silence rule after downtime. */
export const SILENCE_MAX_LATE_MS = 10 * 60_000
const SILENT_PAGE_SIZE = 200
const MINUTE_MS = 60_000
/** Of causes that an older node stored without `isFirst`: the first message of a thread. */
const FIRST_SEQ = 1

/** An event at which rules may fire, once. */
type Occasion = CustomerKey & {
  name: string
  /** The customer's act, where one is the occasion. */
  actSeq?: number
  /** Undefined when the occasion is outdated. */
  happening(facts: CustomerFacts, now: Date): OccasionFacts | undefined
  /** Before a card is sent, in its transaction, under the customer's lock. */
  begin?(tx: Transaction): Promise<void>
  concerns(rule: CardRuleRow): boolean
}

type RunnerDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  sender: FlowSender
  intents: Pick<Intents, 'fittingFor' | 'charge'>
  /** 发后打标签, in the transaction that sends the card. */
  tag(tx: Transaction, key: CustomerKey, rule: Pick<CardRuleRow, 'name' | 'tagIds'>, now: Date): Promise<void>
}

/** Sends cards by rules; decision, messages and log of one occasion are one transaction. */
export class CardRuleRunner {
  private readonly deps: RunnerDeps

  constructor(deps: RunnerDeps) {
    this.deps = deps
  }

  /** Returns the number of rules fired. Idempotent per message. */
  async onInbound(inbound: Inbound): Promise<number> {
    const { entId, customerId, messageSeq } = inbound
    const text = inbound.kind === 'message' ? inbound.text : ''
    const intents = await this.readIntents(inbound, text)
    return this.run({
      entId,
      customerId,
      name: `message:${messageSeq}`,
      actSeq: messageSeq,
      happening: ({ rounds }) => ({
        text,
        intents,
        isFirstEnter: inbound.isFirst ?? messageSeq === FIRST_SEQ,
        isAd: inbound.kind === 'enter' && inbound.isAd,
        round: inbound.kind === 'message' ? rounds : 0,
        silentMinutes: 0,
      }),
      concerns: ({ trigger }) => trigger.type !== 'silence' && trigger.type !== 'manual',
    })
  }

  private async readIntents(key: CustomerKey, text: string): Promise<ReadonlySet<string>> {
    const { db, intents } = this.deps
    if (text === '' || !(await hasRules(db.sql, key))) return new Set()
    const row = await findCustomerRow(db.sql, key.entId, key.customerId)
    return row ? intents.fittingFor(row, intentsOf(await rulesFor(db.sql, row)), text) : new Set()
  }

  /** 人工点击: why the rule does not fire, empty when it has. The agent asks by clicking, so what others asked before does not matter. */
  async onClick(key: CustomerKey, ruleId: CardRuleId, begin: (tx: Transaction) => Promise<void>): Promise<string> {
    const name = `click:${newId<string>(this.deps.clock.now())}`
    const concerns = ({ id, trigger }: CardRuleRow) => id === ruleId && trigger.type === 'manual'
    const fired = await this.run({ ...key, name, happening: () => CLICKED, concerns, begin })
    if (fired > 0) return (await readBlocked(this.deps.db.sql, key, name)) ?? ''
    return (await this.listManual(key)).find(({ id }) => id === ruleId)?.reason ?? GONE
  }

  /** Rules that an agent may click for a customer, each with the reason why it would not fire now. */
  async listManual(key: CustomerKey): Promise<{ id: CardRuleId; name: string; reason: string }[]> {
    const { db, clock } = this.deps
    return db.transaction(async (tx) => {
      const facts = await lockFacts(tx.sql, key)
      if (!facts) return []
      const rules = (await rulesFor(tx.sql, facts)).filter(
        ({ enabled, trigger }) => enabled && trigger.type === 'manual',
      )
      // Each by itself: an agent chooses one, so an earlier rule does not end the search.
      const verdicts = await Promise.all(rules.map((rule) => explain(tx.sql, [rule], facts, CLICKED, clock.now())))
      return rules.map(({ id, name }, index) => ({ id, name, reason: verdicts[index]?.[0]?.reason ?? '' }))
    })
  }

  /** Runs silence rules for customers silent for the configured time. True when a rule fired. */
  async runSilence(): Promise<boolean> {
    const { db, clock } = this.deps
    let fired = 0
    for (const { entId, relationId, minutes } of await listSilences(db.sql)) {
      const to = new Date(clock.now().getTime() - minutes * MINUTE_MS)
      const span = { from: new Date(to.getTime() - SILENCE_MAX_LATE_MS), to }
      for (let after: CustomerId | null = null; ;) {
        const page = { after, limit: SILENT_PAGE_SIZE }
        const silent: Silent[] = await listSilent(db.sql, { entId, relationId }, span, page)
        for (const each of silent) fired += await this.runOneSilence({ entId, ...each }, minutes)
        if (silent.length < SILENT_PAGE_SIZE) break
        after = silent.at(-1)?.customerId ?? null
      }
    }
    return fired > 0
  }

  private async runOneSilence({ entId, customerId, lastInboundSeq }: CustomerKey & Silent, minutes: number) {
    try {
      return await this.run({
        entId,
        customerId,
        name: `silence:${lastInboundSeq}:${minutes}`,
        happening: (facts, now) => {
          if (!facts.lastInboundAt || facts.lastInboundSeq !== lastInboundSeq) return undefined
          const silentMinutes = Math.floor((now.getTime() - facts.lastInboundAt.getTime()) / MINUTE_MS)
          return { text: '', isFirstEnter: false, isAd: false, round: 0, silentMinutes }
        },
        concerns: ({ trigger }) => trigger.type === 'silence' && trigger.n === minutes,
      })
    } catch (error) {
      // An error of one customer does not stop the others.
      this.deps.log.error({ err: error, customerId }, 'card rules failed')
      return 0
    }
  }

  /** A refused message rolls back the transaction; the other rules are retried with this one marked as blocked. */
  private async run(occasion: Occasion): Promise<number> {
    // Most accounts have no rules; then no lock is taken.
    if (!(await hasRules(this.deps.db.sql, occasion))) return 0
    const blocked = new Map<CardRuleId, string>()
    for (;;) {
      try {
        return await this.deps.db.transaction((tx) => this.attempt(tx, occasion, blocked))
      } catch (error) {
        if (!(error instanceof BlockedError)) throw error
        blocked.set(error.ruleId, error.message)
      }
    }
  }

  private async attempt(
    tx: Transaction,
    occasion: Occasion,
    blocked: ReadonlyMap<CardRuleId, string>,
  ): Promise<number> {
    const now = this.deps.clock.now()
    let facts = await lockFacts(tx.sql, occasion)
    const happening = facts && !facts.isBlocked ? occasion.happening(facts, now) : undefined
    if (!facts || !happening || (await isHandled(tx.sql, { ...occasion, occasion: occasion.name }))) return 0
    const rules = (await rulesFor(tx.sql, facts)).filter((rule) => rule.enabled && occasion.concerns(rule))
    const candidates = await decide(tx.sql, rules, facts, happening, now)
    if (candidates.length === 0) return 0

    // Daily limits are shared by all customers of the account: decided again under the lock of the rules.
    const held = await lockRules(
      tx.sql,
      occasion.entId,
      candidates.map(({ ruleId }) => ruleId),
    )
    const current = rules.flatMap((rule) => held.find(({ id }) => id === rule.id) ?? [])
    const decided = await decide(tx.sql, current, facts, happening, now)
    if (occasion.begin && decided.some(({ ruleId, materialId }) => materialId && !blocked.has(ruleId))) {
      await occasion.begin(tx)
      facts = (await lockFacts(tx.sql, occasion)) ?? facts
    }
    const isAsked = occasion.actSeq !== undefined && (await wasAskedSince(tx.sql, facts, occasion.actSeq))
    for (const { ruleId, materialId } of decided) {
      const rule = current.find(({ id }) => id === ruleId)
      if (!rule || !materialId) continue
      const noted = {
        entId: occasion.entId,
        customerId: occasion.customerId,
        occasion: occasion.name,
        ruleId,
        materialId,
      }
      // One request per turn: the AI or a person has asked before the rule.
      if (isAsked && (await asksForContact(tx.sql, rule, materialId))) {
        await addLog(tx.sql, { ...noted, result: 'skipped', error: ASKED_TEXT, id: newId<string>(now), createdAt: now })
        continue
      }
      const refusal = blocked.get(ruleId)
      const outcome =
        refusal === undefined
          ? { result: 'sent' as const, ...(await sendCard(tx, this.deps.sender, rule, facts, materialId)) }
          : { result: 'blocked' as const, error: refusal }
      if (refusal !== undefined) {
        const { entId, customerId } = occasion
        await this.deps.sender.report(tx, { entId, customerId, ...kindOf(rule), reason: refusal })
      }
      await addLog(tx.sql, { ...noted, ...outcome, id: newId<string>(now), createdAt: now })
      if (outcome.result !== 'sent') continue
      await countCard(tx.sql, rule)
      await this.deps.tag(tx, facts, rule, now)
      if (rule.trigger.type === 'intent') await this.deps.intents.charge(tx, facts, now)
    }
    return decided.length
  }
}

const ASKED_TEXT = '本轮已请客户留下联系方式'
const GONE = '规则不存在或已停用'
const CLICKED: OccasionFacts = {
  text: '',
  isFirstEnter: false,
  isAd: false,
  round: 0,
  silentMinutes: 0,
  isClicked: true,
}
