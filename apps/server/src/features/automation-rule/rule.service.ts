import { type AutomationRule, type AutomationRuleId, type RuleFields, RULE_LIMITS, type RuleRun } from '@ruwu/contract'
import { actionText, leavesOf, RULE_TEXTS } from '@ruwu/domain'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { type ReadCodes, warnSavedMessages } from '../../outbound/index.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type CursorPage, cutPage, readCursor } from '../../platform/http/cursor.ts'
import { NotFoundError, StaleError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { listHolders } from '../agent/index.ts'
import { checkActions } from '../automation-action/index.ts'
import { sourcesOf } from '../channel/index.ts'
import { newSecret } from '../webhook/index.ts'
import { checkPatterns, checkRule } from './check-rule.ts'
import {
  changeRule,
  countRuns,
  deleteRule,
  getRule,
  insertRule,
  listRules,
  lockRules,
  placeRules,
  RULE_SECRET_PURPOSE,
  type ShownRule,
} from './rule.repo.ts'
import { toColumns, toRule, toRun } from './rule.view.ts'
import { listEnded } from './run.repo.ts'
import { createRuleTrials } from './try-rule.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** Time and id of the last row. */
const RUN_CURSOR = /^\d{1,15}-[0-9a-f]{32}$/

type RuleDeps = { db: Database; clock: Clock; secrets: Secrets; readCodes: ReadCodes; isDemo: boolean }
type SavedRule = AutomationRule & { warnings: string[] }

export type RuleService = ReturnType<typeof createRuleService>

/** 规则 in their order: an enterprise's list, its changes, dry runs and logs. */
export function createRuleService({ db, clock, secrets, readCodes, isDemo }: RuleDeps) {
  const weekAgo = () => new Date(clock.now().getTime() - WEEK_MS)

  async function listed(sql: Queryable, caller: Caller, id?: AutomationRuleId): Promise<AutomationRule[]> {
    const counts = await countRuns(sql, caller.entId, weekAgo())
    return (await listRules(sql, caller.entId, id)).map((row) => toRule(caller, row, counts(row.id)))
  }

  async function read(sql: Queryable, caller: Caller, id: AutomationRuleId): Promise<AutomationRule> {
    const [rule] = await listed(sql, caller, id)
    if (!rule) throw new NotFoundError('规则')
    return rule
  }

  /** A secret for a rule whose actions need one and that has none; shown in this answer alone. */
  function signing({ actions }: Pick<RuleFields, 'actions'>, before?: Pick<ShownRule, 'secret'>) {
    if (before?.secret || actions.every(({ type }) => type !== 'webhook')) return { column: {}, shown: {} }
    const secret = newSecret()
    return { column: { secret: secrets.seal(RULE_SECRET_PURPOSE, secret) }, shown: { secret } }
  }

  /** One change of the rules at a time; open lists are told. */
  const change = <T>({ entId, agentId }: Caller, work: (tx: Transaction, now: Date) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      await lockRules(tx.sql, entId)
      const now = clock.now()
      const result = await work(tx, now)
      const event = { type: 'automation_rule_change', at: now.toISOString(), operatorId: agentId } as const
      tx.emit(entId, event, { agentIds: await listHolders(tx.sql, entId, 'automation:viewPage') })
      return result
    })

  /** Outside the transaction: pictures are read for it, and others wait for the lock of the rules. */
  const withWarnings = async (caller: Caller, rule: AutomationRule): Promise<SavedRule> => {
    const messages = rule.actions.flatMap(({ type, params }) => (type === 'send' ? [params] : []))
    const sources = await sourcesOf(db.sql, caller.entId, rule.accountIds)
    return { ...rule, warnings: await warnSavedMessages(db.sql, caller.entId, { messages, sources, readCodes }) }
  }

  return {
    ...createRuleTrials({ db, clock }),

    list: (caller: Caller): Promise<AutomationRule[]> => listed(db.sql, caller),

    save: async (caller: Caller, input: RuleFields): Promise<SavedRule> => {
      const saved = await change(caller, async (tx, now) => {
        const { entId, agentId } = caller
        const others = await listRules(tx.sql, entId)
        const { length } = others
        if (length >= RULE_LIMITS.rules) throw new UserFacingError('refused', RULE_TEXTS.tooMany)
        checkPatterns(input, others)
        await checkRule(tx.sql, caller, input, { isDemo })
        const id = newId<AutomationRuleId>(now)
        const { column, shown } = signing(input)
        const edit = { ...column, updatedBy: agentId, createdAt: now, updatedAt: now }
        await insertRule(tx.sql, { entId, id, position: length, ...toColumns(input), ...edit })
        await writeAudit(tx.sql, caller, { action: 'automationRule.create', object: id, name: input.name }, now)
        return { ...(await read(tx.sql, caller, id)), ...shown }
      })
      return withWarnings(caller, saved)
    },

    update: async (caller: Caller, id: AutomationRuleId, version: number, input: RuleFields): Promise<SavedRule> => {
      const saved = await change(caller, async (tx, now) => {
        const key = { entId: caller.entId, id }
        const before = await getRule(tx.sql, key)
        const others = (await listRules(tx.sql, key.entId)).filter((rule) => rule.id !== id)
        checkPatterns(input, others)
        await checkRule(tx.sql, caller, input, { isDemo, before })
        const { column, shown } = signing(input, before)
        const edit = { ...toColumns(input), ...column, updatedBy: caller.agentId, updatedAt: now }
        if (!(await changeRule(tx.sql, key, edit, version))) throw new StaleError(before.editorName)
        const values = { before: auditValues(before), after: auditValues({ ...before, ...edit }) }
        await writeAudit(
          tx.sql,
          caller,
          { action: 'automationRule.edit', object: id, name: input.name, ...values },
          now,
        )
        return { ...(await read(tx.sql, caller, id)), ...shown }
      })
      return withWarnings(caller, saved)
    },

    /** Enabling checks the permissions of the calling agent for each action. */
    enable: (caller: Caller, id: AutomationRuleId, enabled: boolean): Promise<AutomationRule> =>
      change(caller, async (tx, now) => {
        const key = { entId: caller.entId, id }
        const { name, status: before, actions } = await getRule(tx.sql, key)
        const status = enabled ? 'on' : 'off'
        if (before === status) return read(tx.sql, caller, id)
        if (enabled) await checkActions(tx.sql, caller, actions, isDemo)
        await changeRule(tx.sql, key, { status, failures: 0, updatedBy: caller.agentId, updatedAt: now })
        const values = { before: { status: before }, after: { status } }
        await writeAudit(tx.sql, caller, { action: 'automationRule.enable', object: id, name, ...values }, now)
        return read(tx.sql, caller, id)
      }),

    /** A position beyond the end means the last. */
    move: (caller: Caller, id: AutomationRuleId, targetPosition: number): Promise<AutomationRule[]> =>
      change(caller, async (tx) => {
        await getRule(tx.sql, { entId: caller.entId, id })
        const ids = (await listRules(tx.sql, caller.entId)).map((rule) => rule.id)
        const others = ids.filter((each) => each !== id)
        await placeRules(tx.sql, caller.entId, others.toSpliced(targetPosition, 0, id))
        return listed(tx.sql, caller)
      }),

    remove: (caller: Caller, id: AutomationRuleId): Promise<true> =>
      change(caller, async (tx, now) => {
        const rule = await getRule(tx.sql, { entId: caller.entId, id })
        await deleteRule(tx.sql, rule)
        await writeAudit(tx.sql, caller, { action: 'automationRule.remove', object: id, name: rule.name }, now)
        return true as const
      }),

    async log(caller: Caller, id: AutomationRuleId, { cursor, limit }: CursorPage) {
      await getRule(db.sql, { entId: caller.entId, id })
      const [at, last] = readCursor(cursor, RUN_CURSOR)?.split('-') ?? []
      const before = at && last ? { at: new Date(Number(at)), id: last } : undefined
      const rows = await listEnded(db.sql, caller, { ruleId: id, before, limit: limit + 1 })
      return cutPage(rows, limit, {
        mark: (row) => `${row.startedAt.getTime()}-${row.id}`,
        view: (row): RuleRun => toRun(caller, row),
      })
    },
  }
}

const auditValues = (
  rule: Pick<ShownRule, 'name' | 'eventType' | 'eventMinutes' | 'status' | 'conditions' | 'actions'>,
) => ({
  name: rule.name,
  event: `${rule.eventType}${rule.eventMinutes ?? ''}`,
  status: rule.status,
  conditions: leavesOf(rule.conditions).length,
  actions: rule.actions.map(actionText).join('、'),
})
