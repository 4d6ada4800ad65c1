import { isDeepStrictEqual } from 'node:util'
import {
  type AgentId,
  LEAD_FIELDS,
  type LeadField,
  type Material,
  type MaterialId,
  type RelationId,
} from '@ruwu/contract'
import { emitOfAccounts } from '../../customer/account-scope.repo.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, NotFoundError, StaleError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { areAgents } from '../agent/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { auditOf } from './audit-state.ts'
import {
  changeCard,
  deleteCard,
  getVisibleCard,
  insertCard,
  lastEditor,
  listUsers,
  lockCard,
  type MaterialFilter,
  type MaterialPaging,
  type MaterialKey,
  type MaterialRow,
  type NewMaterial,
  pageOfCards,
} from './material.repo.ts'
import { toMaterial } from './material.view.ts'
import type { CardContent, OpenAccount, PlatformCards } from './platform-cards.ts'

type OwnFields = { name: string; agentIds: AgentId[]; afterText: string; expireAt: string | null; enabled: boolean }
type ContentInput = { title?: string | undefined; image?: string | undefined; fields?: LeadField[] | undefined }

const MADE_ON_PLATFORM = '该渠道的卡片在平台创建，请在平台操作后从平台同步'

/** Cards of accounts, stored on the platform and here. */
export class MaterialService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly platform: PlatformCards

  constructor(deps: { db: Database; clock: Clock; platform: PlatformCards }) {
    this.db = deps.db
    this.clock = deps.clock
    this.platform = deps.platform
  }

  async page(caller: Caller, filter: MaterialFilter, asked: MaterialPaging) {
    const { rows, total, page } = await pageOfCards(this.db.sql, caller, filter, asked, this.clock.now())
    return { items: rows.map(toMaterial), total, page, pageSize: asked.pageSize }
  }

  /** Platform first, then here: after a crash in between the next sync adds the card. */
  async save(caller: Caller, relationId: RelationId, input: OwnFields & CardContent): Promise<Material> {
    const place = await this.platform.open(caller, relationId)
    if (!canEdit(place)) throw new UserFacingError('refused', MADE_ON_PLATFORM)
    await this.checkAgents(caller, input.agentIds)
    const content = contentOf(input)
    const { cardId, mediaId, state } = await this.platform.save(place, content)
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const row = await insertCard(tx.sql, {
        entId: caller.entId,
        id: newId<MaterialId>(now),
        relationId,
        type: 'lead_form',
        platformId: cardId,
        mediaId,
        ...content,
        ...ownOf(input),
        ...auditOf(state),
        updatedBy: caller.agentId,
        createdAt: now,
        updatedAt: now,
      })
      await this.emitChange(tx, caller, row)
      return toMaterial({ ...row, source: place.account.source })
    })
  }

  async update(caller: Caller, id: MaterialId, version: number, input: OwnFields & ContentInput): Promise<Material> {
    const key = { entId: caller.entId, id }
    const before = await getVisibleCard(this.db.sql, caller, id)
    const place = await this.platform.open(caller, before.relationId)
    await this.checkAgents(caller, input.agentIds)
    const content = contentOf({ ...before, ...withoutUndefined(input) })
    const isContentNew = !isDeepStrictEqual(content, contentOf(before))
    if (!isContentNew) return this.store(caller, key, version, ownOf(input), place)

    if (!canEdit(place) || before.type !== 'lead_form') throw new UserFacingError('refused', MADE_ON_PLATFORM)
    if (before.isRemoved) throw new UserFacingError('refused', '该卡片已在平台删除，不能修改')
    // The version is incremented before the platform call: of two concurrent edits only one reaches it.
    if (!(await changeCard(this.db.sql, key, {}, version))) throw new StaleError(await lastEditor(this.db.sql, key))
    try {
      const saved = await this.platform.save(place, content, { ...before, cardId: before.platformId })
      const change = { ...content, mediaId: saved.mediaId, ...ownOf(input), ...auditOf(saved.state, before) }
      return await this.store(caller, key, version + 1, { ...change, version: version + 1 }, place)
    } catch (error) {
      await changeCard(this.db.sql, key, { version }, version + 1)
      throw error
    }
  }

  async enable(caller: Caller, id: MaterialId, enabled: boolean): Promise<Material> {
    const key = { entId: caller.entId, id }
    const { source } = await getVisibleCard(this.db.sql, caller, id)
    return this.db.transaction(async (tx) => {
      const change = { enabled, updatedBy: caller.agentId, updatedAt: this.clock.now() }
      const row = await changeCard(tx.sql, key, change)
      if (!row) throw new NotFoundError('卡片')
      await this.emitChange(tx, caller, row)
      return toMaterial({ ...row, source })
    })
  }

  /** Marks the card as removed (so that no rule can use it), deletes it on the platform, then deletes the row. */
  async remove(caller: Caller, id: MaterialId): Promise<true> {
    const key = { entId: caller.entId, id }
    const { isRemoved, relationId } = await getVisibleCard(this.db.sql, caller, id)
    if (!isRemoved) {
      const place = await this.platform.open(caller, relationId)
      if (!canEdit(place)) throw new UserFacingError('refused', MADE_ON_PLATFORM)
      const taken = await this.db.transaction((tx) => takeOut(tx, key))
      try {
        await this.platform.remove(place, taken.platformId)
      } catch (error) {
        await changeCard(this.db.sql, key, { isRemoved: false, version: taken.version - 1 }, taken.version)
        throw error
      }
    }
    return this.db.transaction(async (tx) => {
      const row = await lockCard(tx.sql, key)
      await refuseUsed(tx, key)
      await deleteCard(tx.sql, key)
      await this.emitChange(tx, caller, row)
      return true as const
    })
  }

  private async store(
    caller: Caller,
    key: MaterialKey,
    version: number,
    change: Partial<NewMaterial>,
    { account }: OpenAccount,
  ): Promise<Material> {
    return this.db.transaction(async (tx) => {
      const edit = { ...change, updatedBy: caller.agentId, updatedAt: this.clock.now() }
      const row = await changeCard(tx.sql, key, edit, version)
      if (!row) throw new StaleError(await lastEditor(tx.sql, key))
      await this.emitChange(tx, caller, row)
      return toMaterial({ ...row, source: account.source })
    })
  }

  private async checkAgents(caller: Caller, ids: AgentId[]): Promise<void> {
    if (!(await areAgents(this.db.sql, caller.entId, ids))) throw new FieldError({ agentIds: '所选客服不存在或已删除' })
  }

  private async emitChange(
    tx: Transaction,
    { entId, agentId }: Caller,
    { relationId }: Pick<MaterialRow, 'relationId'>,
  ): Promise<void> {
    const at = this.clock.now().toISOString()
    await emitOfAccounts(tx, entId, [{ type: 'material_change', relationId, at, operatorId: agentId }])
  }
}

const canEdit = ({ channel }: OpenAccount) => channel.capabilities.cardEdit

/** Fields in the platform's order, for comparison. */
const contentOf = ({ title, image, fields }: CardContent): CardContent => ({
  title,
  image,
  fields: LEAD_FIELDS.filter((field) => fields.includes(field)),
})

const ownOf = ({ name, agentIds, afterText, expireAt, enabled }: OwnFields) => ({
  name,
  agentIds,
  afterText,
  expireAt: expireAt === null ? null : new Date(expireAt),
  enabled,
})

const withoutUndefined = ({ title, image, fields }: ContentInput): Partial<CardContent> => ({
  ...(title === undefined ? {} : { title }),
  ...(image === undefined ? {} : { image }),
  ...(fields === undefined ? {} : { fields }),
})

async function refuseUsed(tx: Transaction, key: MaterialKey): Promise<void> {
  const usedBy = await listUsers(tx.sql, key)
  if (usedBy.length > 0) throw new UserFacingError('inUse', '卡片正在使用中，无法删除', { usedBy })
}

/** Marks the card as removed, so that a rule saved concurrently does not find it. */
async function takeOut(tx: Transaction, key: MaterialKey): Promise<MaterialRow> {
  await lockCard(tx.sql, key)
  await refuseUsed(tx, key)
  const taken = await changeCard(tx.sql, key, { isRemoved: true })
  if (!taken) throw new Error('a locked card is there')
  return taken
}
