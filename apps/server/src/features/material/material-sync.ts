import { isDeepStrictEqual } from 'node:util'
import type { AgentId, MaterialId, RelationId } from '@ruwu/contract'
import { CARD_TYPE_LABELS } from '@ruwu/domain'
import type { PlatformCard } from '../../channels/source.ts'
import { emitOfAccounts } from '../../customer/account-scope.repo.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { lockAccount } from '../channel/index.ts'
import { auditOf } from './audit-state.ts'
import { changeCard, insertCard, listAccountCards, type MaterialRow } from './material.repo.ts'
import type { PlatformCards } from './platform-cards.ts'

/** Maximum length of a card name. */
const NAME_MAX = 20

type SyncResult = { added: number; changed: number; removed: number }

type AccountKey = { entId: Caller['entId']; id: RelationId }

/** Synchronises an account's cards from the platform. */
export class MaterialSync {
  private readonly db: Database
  private readonly clock: Clock
  private readonly platform: PlatformCards

  constructor(deps: { db: Database; clock: Clock; platform: PlatformCards }) {
    this.db = deps.db
    this.clock = deps.clock
    this.platform = deps.platform
  }

  async run(caller: Caller, relationId: RelationId): Promise<SyncResult> {
    const place = await this.platform.open(caller, relationId)
    const askedAt = this.clock.now()
    const listed = new Map((await this.platform.list(place)).map((card) => [card.cardId, card]))
    return this.db.transaction((tx) => this.apply(tx, place.account, caller.agentId, listed, askedAt))
  }

  private async apply(
    tx: Transaction,
    account: AccountKey,
    operatorId: AgentId,
    listed: ReadonlyMap<string, PlatformCard>,
    askedAt: Date,
  ): Promise<SyncResult> {
    const { entId, id: relationId } = account
    // Account lock: concurrent syncs would insert the same cards.
    await lockAccount(tx.sql, account)
    const now = this.clock.now()
    const known = new Map((await listAccountCards(tx.sql, entId, relationId)).map((row) => [row.platformId, row]))
    const result: SyncResult = { added: 0, changed: 0, removed: 0 }
    for (const card of listed.values()) {
      const row = known.get(card.cardId)
      if (!row) {
        await insertCard(tx.sql, { ...adopted(card, now), entId, relationId })
        result.added += 1
        continue
      }
      const change = changesOf(row, card)
      if (!change) continue
      await changeCard(tx.sql, row, { ...change, updatedAt: now })
      result.changed += 1
    }
    for (const row of known.values()) {
      // A card created during the request may be missing from the response.
      if (row.isRemoved || listed.has(row.platformId) || row.createdAt >= askedAt) continue
      await changeCard(tx.sql, row, { isRemoved: true, updatedAt: now })
      result.removed += 1
    }
    if (result.added + result.changed + result.removed > 0)
      await emitOfAccounts(tx, entId, [{ type: 'material_change', relationId, at: now.toISOString(), operatorId }])
    return result
  }
}

const adopted = (card: PlatformCard, now: Date) => ({
  id: newId<MaterialId>(now),
  type: card.cardType,
  platformId: card.cardId,
  name: Array.from(card.title).slice(0, NAME_MAX).join('') || CARD_TYPE_LABELS[card.cardType],
  title: card.title,
  image: card.coverUrl ?? '',
  mediaId: card.mediaId ?? '',
  fields: card.fields ?? [],
  ...auditOf(card.state),
  createdAt: now,
  updatedAt: now,
})

/** Changed columns according to the platform; undefined without a change. Values it does not report stay. */
function changesOf(row: MaterialRow, card: PlatformCard): Partial<MaterialRow> | undefined {
  const told: Partial<MaterialRow> = {
    title: card.title,
    isRemoved: false,
    ...(card.coverUrl === undefined ? {} : { image: card.coverUrl }),
    ...(card.mediaId === undefined ? {} : { mediaId: card.mediaId }),
    ...(card.fields === undefined ? {} : { fields: card.fields }),
    ...auditOf(card.state, row),
  }
  const isSame = Object.entries(told).every(([name, value]) => isDeepStrictEqual(row[name as keyof MaterialRow], value))
  return isSame ? undefined : told
}
