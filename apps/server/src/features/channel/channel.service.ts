import type { AccountDetail, AccountType, ChannelEventKind, CorpAccount, RelationId, Source } from '@ruwu/contract'
import { effectiveSetting, SOURCE_CAPABILITIES } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import { type ChannelSources, TOKEN_RULES } from '../../channels/channel-sources.ts'
import type { ChannelAccount } from '../../channels/source.ts'
import { isInScope } from '../../customer/account-scope.repo.ts'
import type { Database } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import { listHolders } from '../agent/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { readTimeZone } from '../enterprise/index.ts'
import {
  hasKnowledgeInUse,
  hasUsableCard,
  readAiNames,
  readFigures,
  readAccountPlans,
  readHeldBack,
  readQuotaToday,
  readSeries,
} from './account-facts.repo.ts'
import { type AccountFilter, filterFamilies } from './account-filter.ts'
import {
  type AccountRow,
  findLastOpened,
  findParent,
  getVisibleAccount,
  listAccounts,
  listFamily,
  listVisibleAccounts,
} from './account.repo.ts'
import {
  type AccountFacts,
  toCorpAccount,
  toDetailFields,
  toHistoryItem,
  toKosAccount,
  toSimpleAccount,
} from './channel.view.ts'
import { closeFamily } from './close-account.ts'
import { listHistory } from './history.repo.ts'
import type { AccountTokenKeeper } from './tokens/account-tokens.ts'

const HISTORY_ID = /^[0-9a-f]{32}$/

type ChannelDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  sources: ChannelSources
  keeper: AccountTokenKeeper
}

/** Listing, details and unbinding of accounts. */
export class ChannelService {
  private readonly deps: ChannelDeps

  constructor(deps: ChannelDeps) {
    this.deps = deps
  }

  async list(caller: Caller, { source, ...filter }: AccountFilter & { source?: Source | undefined }) {
    const rows = await listVisibleAccounts(this.deps.db.sql, caller, source)
    const factsOf = await this.facts(caller)
    return filterFamilies(rows, filter).map(({ main, staff }) => toFamily(main, staff, factsOf))
  }

  async simpleList(caller: Caller, { source, relationId }: { source?: Source; relationId?: RelationId }) {
    const rows = await listAccounts(this.deps.db.sql, caller.entId, source)
    const wanted = rows.filter(
      (row) =>
        isInScope(caller, row.id) && (relationId === undefined || row.id === relationId || row.parentId === relationId),
    )
    const mains = new Map(rows.map((row) => [row.id, row]))
    return wanted.map((row) =>
      toSimpleAccount(row, this.capabilities(row), effectiveSetting(row, row.parentId && mains.get(row.parentId))),
    )
  }

  async detail(caller: Caller, relationId: RelationId, accountType: AccountType): Promise<AccountDetail> {
    const { db, clock } = this.deps
    const row = await getVisibleAccount(db.sql, caller, relationId)
    if (row.accountType !== accountType) throw new NotFoundError('账号')
    const main = (await findParent(db.sql, row)) ?? row
    const now = clock.now()
    const factsOf = await this.facts(caller)
    const fields = toDetailFields(row, main, this.capabilities(row), factsOf(row.id), {
      renewLeft: renewalsLeft(main),
      checklist: await this.checklist(row, main, factsOf(row.id)),
      quotaToday: await readQuotaToday(db.sql, row, now),
      series: await readSeries(db.sql, caller, row, await this.timeZone(caller), now),
    })
    if (row.accountType === 'KOS') return { ...toKosAccount(row, main, factsOf(row.id)), ...fields }
    const staff = (await listFamily(db.sql, row)).filter(
      (each) => each.parentId === row.id && each.openStatus !== 'unbound' && isInScope(caller, each.id),
    )
    return { ...toFamily(row, staff, factsOf), ...fields }
  }

  async history(
    caller: Caller,
    relationId: RelationId,
    page: { kind?: ChannelEventKind | undefined; cursor?: string | null | undefined; limit: number },
  ) {
    const { db } = this.deps
    const account = await getVisibleAccount(db.sql, caller, relationId)
    const below = page.cursor || undefined
    if (below !== undefined && !HISTORY_ID.test(below)) throw new FieldError({ cursor: '翻页标识不正确' })
    const rows = await listHistory(db.sql, account, { below, kind: page.kind, limit: page.limit + 1 })
    const items = rows.slice(0, page.limit)
    return { items: items.map(toHistoryItem), nextCursor: rows.length > page.limit ? (items.at(-1)?.id ?? null) : null }
  }

  async lastOpenSuccess(caller: Caller, source: Source) {
    const row = await findLastOpened(this.deps.db.sql, caller, source)
    if (!row) return null
    const { id, name, boundAt } = row
    return { relationId: id, name, openedAt: boundAt.toISOString(), isInScope: isInScope(caller, id) }
  }

  async remove(caller: Caller, source: Source, relationId: RelationId): Promise<true> {
    const { db, clock, keeper } = this.deps
    const account = await getVisibleAccount(db.sql, caller, relationId)
    if (account.source !== source) throw new NotFoundError('账号')
    if (account.accountType === 'KOS') throw new UserFacingError('refused', '子账号随主账号一并解绑')
    const atPlatform = keeper.withStoredToken(account, account)
    const closed = await db.transaction(async (tx) => {
      const now = clock.now()
      const rows = await closeFamily(tx, account, { kind: 'unbind', text: '已解绑', operatorId: caller.agentId }, now)
      const entry = { action: 'channel.unbind', object: relationId, name: account.name } as const
      if (rows.length > 0) await writeAudit(tx.sql, caller, entry, now)
      return rows
    })
    // Best effort: the account is unbound here regardless of the platform's response.
    if (closed.length > 0) void this.closeAtPlatform(account, atPlatform)
    return true
  }

  private capabilities({ source }: AccountRow) {
    return this.deps.sources.find(source)?.capabilities ?? SOURCE_CAPABILITIES[source]
  }

  private async closeAtPlatform({ id, source }: AccountRow, account: ChannelAccount): Promise<void> {
    try {
      await this.deps.sources.find(source)?.close(account)
    } catch (error) {
      this.deps.log.warn({ err: error, relationId: id }, 'the platform could not be told of an unbinding')
    }
  }

  private async facts(caller: Caller): Promise<(id: RelationId) => AccountFacts> {
    const { db, clock } = this.deps
    const figuresOf = await readFigures(db.sql, caller, await this.timeZone(caller), clock.now())
    const aiNameOf = await readAiNames(db.sql, caller.entId)
    const heldBackOf = await readHeldBack(db.sql, caller.entId, clock.now())
    const planOf = await readAccountPlans(db.sql, caller.entId)
    return (id) => ({ ...figuresOf(id), aiAgentName: aiNameOf(id), heldBack: heldBackOf(id), plan: planOf(id) })
  }

  private async timeZone(caller: Caller): Promise<string> {
    return await readTimeZone(this.deps.db.sql, caller.entId)
  }

  private async checklist(
    row: AccountRow,
    main: AccountRow,
    { aiAgentName, plan }: AccountFacts,
  ): Promise<AccountDetail['checklist']> {
    const { db } = this.deps
    const repliers = await listHolders(db.sql, row.entId, 'im:replyCustomer')
    const { agentIds } = effectiveSetting(row, main)
    return [
      { key: 'auth', done: row.openStatus === 'open' || row.openStatus === 'expiring' },
      { key: 'plan', done: plan?.isEdited ?? false },
      { key: 'knowledge', done: await hasKnowledgeInUse(db.sql, row, main) },
      { key: 'publish', done: aiAgentName !== null },
      { key: 'card', done: await hasUsableCard(db.sql, row) },
      { key: 'agent', done: repliers.some((id) => agentIds.length === 0 || agentIds.includes(id)) },
    ]
  }
}

const toFamily = (main: AccountRow, staff: AccountRow[], factsOf: (id: RelationId) => AccountFacts): CorpAccount =>
  toCorpAccount(
    main,
    staff.map((row) => toKosAccount(row, main, factsOf(row.id))),
    factsOf(main.id),
  )

function renewalsLeft(main: AccountRow): number | null {
  const rules = TOKEN_RULES[main.source].account
  return rules && main.tokens ? Math.max(0, rules.maxRenewals - main.renewals) : null
}
