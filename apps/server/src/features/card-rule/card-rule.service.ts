import {
  CARD_RULES_MAX,
  type CardRule,
  type CardRuleFields,
  type CardRuleId,
  type CardRuleVerdict,
  type CustomerId,
  type ReceptionType,
  type RelationId,
  type TagId,
} from '@ruwu/contract'
import { type CardRuleSituation, decideCardRules, NEVER_USED } from '@ruwu/domain'
import { emitOfAccounts } from '../../customer/account-scope.repo.ts'
import type { CustomerChange } from '../../customer/customer-change.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { startTrial } from '../../engine/model/index.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, NotFoundError, StaleError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { getVisible, lockJustSeen } from '../../customer/visibility.repo.ts'
import { allowAnswer, type FindSendingAccount, takeOver } from '../../outbound/index.ts'
import type { Intents } from '../automation/index.ts'
import { getVisibleAccount } from '../channel/index.ts'
import { readTimeZone } from '../enterprise/index.ts'
import { isUsableCard, listCards } from '../material/index.ts'
import { listLog, readFigures } from './card-rule-log.repo.ts'
import {
  type AccountKey,
  type CardRuleRow,
  cardsOf,
  changeRule,
  deleteRule,
  getRule,
  getVisibleRule,
  insertRule,
  intentsOf,
  lastEditor,
  listRules,
  lockAccountRules,
  placeRules,
} from './card-rule.repo.ts'
import type { CardRuleRunner } from './card-rule-runner.ts'
import { toCardRule, toColumns, toDecidable, toLogItem } from './card-rule.view.ts'
import { checkCardRule } from './check-card-rule.ts'

type ManualRunner = Pick<CardRuleRunner, 'listManual' | 'onClick'>

type TriedState = Pick<CardRuleSituation, 'round' | 'hasLead' | 'isFirstEnter' | 'isAd' | 'silentMinutes'> & {
  receptionType: ReceptionType
  tagIds: TagId[]
}

const LOG_ID = /^[0-9a-f]{32}$/
export const TOO_MANY_RULES = `每个账号最多 ${CARD_RULES_MAX} 条发卡规则`

/** The rules by which an account sends cards, in their order. */
export class CardRuleService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly runner: ManualRunner
  private readonly intents: Pick<Intents, 'fitting'>
  private readonly writer: CustomerWriter
  private readonly findAccount: FindSendingAccount

  constructor(deps: {
    db: Database
    clock: Clock
    runner: ManualRunner
    intents: Pick<Intents, 'fitting'>
    writer: CustomerWriter
    findAccount: FindSendingAccount
  }) {
    this.writer = deps.writer
    this.findAccount = deps.findAccount
    this.db = deps.db
    this.clock = deps.clock
    this.runner = deps.runner
    this.intents = deps.intents
  }

  async list(caller: Caller, relationId: RelationId): Promise<CardRule[]> {
    await getVisibleAccount(this.db.sql, caller, relationId)
    return this.toViews(caller, await listRules(this.db.sql, { entId: caller.entId, relationId }))
  }

  async save(caller: Caller, relationId: RelationId, input: CardRuleFields): Promise<CardRule> {
    const account = { entId: caller.entId, relationId }
    const { openStatus } = await getVisibleAccount(this.db.sql, caller, relationId)
    if (openStatus === 'unbound') throw new UserFacingError('refused', '账号已解绑')
    const rule = await this.change(caller, account, async (tx) => {
      const rules = await listRules(tx.sql, account)
      if (rules.length >= CARD_RULES_MAX) throw new UserFacingError('refused', TOO_MANY_RULES)
      await checkCardRule(tx.sql, caller, account, input)
      const now = this.clock.now()
      const id = newId<CardRuleId>(now)
      const edit = { updatedBy: caller.agentId, createdAt: now, updatedAt: now }
      await insertRule(tx.sql, { ...account, id, position: rules.length, ...toColumns(input), ...edit })
      return getRule(tx.sql, { entId: caller.entId, id })
    })
    return this.toView(caller, rule)
  }

  async update(caller: Caller, id: CardRuleId, version: number, input: CardRuleFields): Promise<CardRule> {
    const key = { entId: caller.entId, id }
    const rule = await this.changeOne(caller, id, async (tx, before) => {
      await checkCardRule(tx.sql, caller, before, input, before)
      const edit = { ...toColumns(input), updatedBy: caller.agentId, updatedAt: this.clock.now() }
      if (!(await changeRule(tx.sql, key, edit, version))) {
        throw new StaleError(await lastEditor(tx.sql, key))
      }
      return getRule(tx.sql, key)
    })
    return this.toView(caller, rule)
  }

  async enable(caller: Caller, id: CardRuleId, enabled: boolean): Promise<CardRule> {
    const key = { entId: caller.entId, id }
    const rule = await this.changeOne(caller, id, async (tx, { materialIds }) => {
      if (enabled && materialIds.length === 0) throw new FieldError({ materialIds: '请选择卡片' })
      const edit = { enabled, updatedBy: caller.agentId, updatedAt: this.clock.now() }
      await changeRule(tx.sql, key, edit)
      return getRule(tx.sql, key)
    })
    return this.toView(caller, rule)
  }

  /** A position beyond the end means the last. */
  async move(caller: Caller, id: CardRuleId, targetPosition: number): Promise<CardRule[]> {
    const rules = await this.changeOne(caller, id, async (tx, { entId, relationId }) => {
      const ids = (await listRules(tx.sql, { entId, relationId })).map((rule) => rule.id)
      const others = ids.filter((each) => each !== id)
      await placeRules(tx.sql, entId, others.toSpliced(targetPosition, 0, id))
      return listRules(tx.sql, { entId, relationId })
    })
    return this.toViews(caller, rules)
  }

  async remove(caller: Caller, id: CardRuleId): Promise<true> {
    return this.changeOne(caller, id, async (tx, rule) => {
      await deleteRule(tx.sql, rule)
      // Its log goes with it, so the audit log says who removed it.
      await writeAudit(tx.sql, caller, { action: 'cardRule.remove', object: id, name: rule.name }, this.clock.now())
      return true as const
    })
  }

  /** 人工点击 rules for a customer that the caller sees. */
  async listManual(caller: Caller, customerId: CustomerId) {
    await getVisible(this.db.sql, caller, customerId)
    return this.runner.listManual({ entId: caller.entId, customerId })
  }

  /** An agent's answer like a message: refused for a colleague's customer; it turns AI and workflow off and receives an unassigned one. */
  async fire(caller: Caller, customerId: CustomerId, ruleId: CardRuleId): Promise<true> {
    await this.db.transaction((tx) => this.lockAnswered(tx, caller, customerId))
    await getRule(this.db.sql, { entId: caller.entId, id: ruleId })
    const reason = await this.runner.onClick({ entId: caller.entId, customerId }, ruleId, async (tx) => {
      const change = await this.lockAnswered(tx, caller, customerId)
      const now = this.clock.now()
      await takeOver(tx.sql, caller, change, now)
      await this.writer.commit(tx, [change], now)
    })
    if (reason !== '') throw new UserFacingError('refused', reason)
    return true
  }

  /** Dry run for a customer without any card so far. */
  async try(caller: Caller, relationId: RelationId, text: string, state: TriedState): Promise<CardRuleVerdict[]> {
    const account = { entId: caller.entId, relationId }
    await getVisibleAccount(this.db.sql, caller, relationId)
    const rules = await listRules(this.db.sql, account)
    const now = this.clock.now()
    const cards = await listCards(this.db.sql, caller.entId, cardsOf(rules))
    const begin = startTrial({ db: this.db, clock: this.clock }, caller)
    const usable = new Set(cards.filter((card) => isUsableCard(card, now)).map((card) => card.id))
    const decisions = decideCardRules(rules.map(toDecidable), {
      ...state,
      text,
      intents: await this.intents.fitting(caller.entId, intentsOf(rules), text, begin),
      relationId,
      now,
      timeZone: await readTimeZone(this.db.sql, caller.entId),
      useOf: () => NEVER_USED,
      isUsable: (card) => usable.has(card),
    })
    return decisions.map(({ ruleId, fires, reason }) => ({ ruleId, fires, reason }))
  }

  async log(caller: Caller, ruleId: CardRuleId, page: { cursor?: string | null | undefined; limit: number }) {
    await getVisibleRule(this.db.sql, caller, ruleId)
    const below = page.cursor || undefined
    if (below !== undefined && !LOG_ID.test(below)) throw new FieldError({ cursor: '翻页标识不正确' })
    const rows = await listLog(this.db.sql, caller, ruleId, { below, limit: page.limit + 1 })
    const items = rows.slice(0, page.limit)
    const nextCursor = rows.length > page.limit ? (items.at(-1)?.id ?? null) : null
    return { items: items.map((row) => toLogItem(caller, row)), nextCursor }
  }

  private async lockAnswered(tx: Transaction, caller: Caller, customerId: CustomerId): Promise<CustomerChange> {
    const change = await lockJustSeen(tx.sql, caller, customerId, this.clock.now())
    const account = await this.findAccount(tx.sql, caller.entId, change.customer.relationId)
    if (!account) throw new NotFoundError('渠道账号')
    await allowAnswer(tx.sql, caller, change, account)
    return change
  }

  private async changeOne<T>(
    caller: Caller,
    id: CardRuleId,
    work: (tx: Transaction, rule: CardRuleRow) => Promise<T>,
  ): Promise<T> {
    const { entId, relationId } = await getVisibleRule(this.db.sql, caller, id)
    // Read again under the lock: it may have changed or gone.
    return this.change(caller, { entId, relationId }, async (tx) => work(tx, await getRule(tx.sql, { entId, id })))
  }

  private change<T>(caller: Caller, account: AccountKey, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.db.transaction(async (tx) => {
      await lockAccountRules(tx.sql, account)
      const result = await work(tx)
      await emitRulesChange(tx, caller, account, this.clock.now())
      return result
    })
  }

  /** Reads all of their log, so it comes after the transaction that locks the account's rules. */
  private async toViews({ entId }: Caller, rules: readonly CardRuleRow[]): Promise<CardRule[]> {
    const ids = rules.map((rule) => rule.id)
    const figuresOf = await readFigures(this.db.sql, entId, ids)
    return rules.map((rule) => toCardRule(rule, figuresOf(rule.id)))
  }

  private async toView({ entId }: Caller, rule: CardRuleRow): Promise<CardRule> {
    return toCardRule(rule, (await readFigures(this.db.sql, entId, [rule.id]))(rule.id))
  }
}

/** Invalidates open rule lists. */
export async function emitRulesChange(
  tx: Transaction,
  { entId, agentId }: Caller,
  { relationId }: AccountKey,
  now: Date,
): Promise<void> {
  const event = { type: 'card_rule_change' as const, relationId, at: now.toISOString(), operatorId: agentId }
  await emitOfAccounts(tx, entId, [event])
}
