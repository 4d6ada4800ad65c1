import type { AiDraft, AiTestFailure, AiVersion, EntId, RelationId } from '@ruwu/contract'
import { diffDrafts, type DraftNames, publishProblems } from '@ruwu/domain'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { shownPage } from '../../db/paging.ts'
import { countInUse, librariesOf } from '../../engine/retrieval/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, UserFacingError } from '../../platform/http/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { listFields } from '../../customer/customer-setting.repo.ts'
import { type AccountRow, getVisibleAccount, recordChange } from '../channel/index.ts'
import { listCards } from '../material/index.ts'
import { listTags } from '../tag/index.ts'
import {
  appendVersion,
  countVersions,
  getVersion,
  listHosted,
  listVersions,
  lockOrCreateAgent,
} from './ai-agent.repo.ts'
import { emitAiAgentChange, getBoundAccount, refuseStale } from './ai-agent.service.ts'
import { toAiVersion } from './ai-agent.view.ts'
import { checkDraft, withoutMissingReferences } from './check-draft.ts'
import { readDraft } from './draft.ts'
import type { TestSetService } from './test-set.service.ts'

/** `version` is null when test questions failed and nothing was published. */
type Published = { version: number | null; failures: AiTestFailure[] }

/** Publishing and rollback. Running answers keep their version. */
export class PublishService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly tests: TestSetService

  constructor(deps: { db: Database; clock: Clock; tests: TestSetService }) {
    this.db = deps.db
    this.clock = deps.clock
    this.tests = deps.tests
  }

  async publish(
    { caller, left }: { caller: Caller; left: AbortSignal },
    relationId: RelationId,
    { note, force, draftVersion }: { note: string; force: boolean; draftVersion?: number | undefined },
  ): Promise<Published> {
    const key = { entId: caller.entId, relationId }
    if (force && note === '') throw new FieldError({ note: '仍要发布时请填写说明' })
    const account = await getBoundAccount(this.db.sql, caller, relationId)
    const { draft, version: tried } = await readDraft(this.db.sql, account)
    if (draftVersion !== undefined && draftVersion !== tried) await refuseStale(this.db.sql, key)
    const activeKnowledge = await countInUse(this.db.sql, await librariesOf(this.db.sql, key))
    const [problem] = publishProblems(draft, { activeKnowledge })
    if (problem !== undefined) throw new UserFacingError('refused', problem)
    const failures = await this.tests.listFailures({ caller, left }, account, { hostId: relationId, config: draft })
    if (failures.length > 0 && !force) return { version: null, failures }

    const version = await this.db.transaction(async (tx) => {
      const held = await lockOrCreateAgent(tx.sql, key, this.clock.now())
      if (held.version !== tried) await refuseStale(tx.sql, key)
      await checkDraft(tx.sql, account, draft)
      return this.append(tx, caller, account, { config: draft, note, verb: '发布了' })
    })
    return { version, failures }
  }

  /** Republishes an old version, without deleted references, as a new one; the draft is unchanged. */
  async rollback(caller: Caller, relationId: RelationId, to: number): Promise<{ version: number }> {
    const key = { entId: caller.entId, relationId }
    return this.db.transaction(async (tx) => {
      const account = await getBoundAccount(tx.sql, caller, relationId)
      const held = await lockOrCreateAgent(tx.sql, key, this.clock.now())
      const old = await getVersion(tx.sql, key, to)
      if (held.publishedVersion === to) throw new UserFacingError('refused', `v${to} 正在使用中`)
      const config = await withoutMissingReferences(tx.sql, account, old.config)
      const note = `回滚到 v${to}`
      return { version: await this.append(tx, caller, account, { config, note, verb: `${note}，发布了` }) }
    })
  }

  async versions(caller: Caller, relationId: RelationId, { page, pageSize }: { page: number; pageSize: number }) {
    const { sql } = this.db
    const key = { entId: caller.entId, relationId }
    await getVisibleAccount(sql, caller, relationId)
    const total = await countVersions(sql, key)
    const shown = shownPage(total, { page, pageSize })
    // One more than shown, to compute the diff of the last.
    const rows = await listVersions(sql, key, { offset: (shown - 1) * pageSize, limit: pageSize + 1 })
    const names = await readDraftNames(
      sql,
      caller.entId,
      rows.map(({ config }) => config),
    )
    const items: AiVersion[] = rows
      .slice(0, pageSize)
      .map((row, index) => toAiVersion(row, diffDrafts(rows[index + 1]?.config ?? null, row.config, names)))
    return { items, total, page: shown, pageSize }
  }

  private async append(
    tx: Transaction,
    caller: Caller,
    account: AccountRow,
    { config, note, verb }: { config: AiDraft; note: string; verb: string },
  ): Promise<number> {
    const now = this.clock.now()
    const key = { entId: account.entId, relationId: account.id }
    const version = await appendVersion(tx.sql, key, { config, note, agentId: caller.agentId, publishedAt: now })
    for (const id of await listHosted(tx.sql, key)) await emitAiAgentChange(tx, caller, id, now)
    const text = `${verb} AI 智能体 v${version}`
    await recordChange(tx, [account], { kind: 'setting', text, operatorId: caller.agentId }, now)
    return version
  }
}

/** Names of the fields, cards and tags the drafts refer to by id. */
async function readDraftNames(db: Queryable, entId: EntId, drafts: readonly AiDraft[]): Promise<DraftNames> {
  const cardIds = drafts.flatMap(({ goal }) => goal.onReached.materialId ?? [])
  return {
    fields: named(await listFields(db, entId)),
    materials: named(await listCards(db, entId, cardIds)),
    tags: named(await listTags(db, entId)),
  }
}

const named = (rows: readonly { id: string; name: string }[]) =>
  Object.fromEntries(rows.map(({ id, name }) => [id, name]))
