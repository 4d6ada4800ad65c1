import { createHash } from 'node:crypto'
import type { EntId, KnowledgeType } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '../../../db/database.ts'
import { putPieces } from '../../../engine/retrieval/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { chargeLearning } from '../../points/index.ts'
import { emitKnowledgeChange } from '../change-library.ts'
import type { KnowledgeRow } from '../knowledge.repo.ts'
import { entryKey } from '../qa.ts'
import { UnreadableError } from '../../../platform/reading/unreadable.ts'
import { learn, type Learned, type Sources } from './learned.ts'
import { changeClaimed, claimEntry, lockClaimed } from './learning.repo.ts'

/** Lease of a claim, longer than learning can take: after it another worker may claim the entry. */
export const LEARN_LEASE_MS = 120_000
const READ_PERCENT = 60
/** Questions and product tables are free. */
const PAID_TYPES: ReadonlySet<KnowledgeType> = new Set(['doc', 'web', 'image'])

export type LearningDeps = Sources & {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  charge: typeof chargeLearning
}

/** Learns waiting entries one at a time; any number of nodes may run it. */
export class LearningWorker {
  private readonly deps: LearningDeps
  /** Enterprise of the last claim, for the round robin. */
  private lastEntId: EntId | undefined

  constructor(deps: LearningDeps) {
    this.deps = deps
  }

  /** True when an entry was claimed. */
  async run(): Promise<boolean> {
    const { db, clock, log } = this.deps
    const now = clock.now()
    const row = await claimEntry(db.sql, now, new Date(now.getTime() + LEARN_LEASE_MS), this.lastEntId)
    if (!row) return false
    this.lastEntId = row.entId
    try {
      await this.finish(row, await this.read(row))
    } catch (error) {
      if (!(error instanceof UnreadableError)) log.error({ err: error, knowledgeId: row.id }, 'learning failed')
      await this.fail(row, error instanceof UnreadableError ? error.message : '学习失败，请稍后重新学习')
    }
    return true
  }

  private async read(row: KnowledgeRow): Promise<Learned> {
    await this.update(row, { progress: row.progress })
    const learned = await learn(row, this.deps)
    await this.update(row, { progress: READ_PERCENT })
    return learned
  }

  /** One transaction: charge, pieces and status. */
  private async finish(row: KnowledgeRow, { text, title, pieces }: Learned): Promise<void> {
    const { db, clock, charge } = this.deps
    const { entId, relationId, id } = row
    const bodyHash = createHash('sha256')
      .update(`${row.type === 'image' ? row.title : ''}\n${text}`)
      .digest()
    await db.transaction(async (tx) => {
      const now = clock.now()
      if (!(await lockClaimed(tx.sql, row))) return
      if (PAID_TYPES.has(row.type) && !row.bodyHash?.equals(bodyHash)) {
        const key = bodyHash.toString('hex')
        const isPaid = await charge(tx, { entId, relationId, knowledgeId: id, chars: text.length, key }, now)
        if (!isPaid) throw new UnreadableError('积分不足，充值后请重新学习')
      }
      await putPieces(tx.sql, entryKey(row), pieces)
      await this.updateIn(tx, row, {
        ...(title && isNameless(row) ? { title } : {}),
        ...(row.isPasted ? {} : { body: row.type === 'image' ? '' : text }),
        ...LEARNED,
        bodyHash,
        pieces: pieces.length,
      })
    })
  }

  /** Pieces learned before stay in use. */
  private fail(row: KnowledgeRow, error: string): Promise<void> {
    return this.update(row, { status: 'failed', error, progress: 0, learnUntil: null })
  }

  private update(row: KnowledgeRow, change: Parameters<typeof changeClaimed>[2]): Promise<void> {
    return this.deps.db.transaction((tx) => this.updateIn(tx, row, change))
  }

  private async updateIn(
    tx: Transaction,
    row: KnowledgeRow,
    change: Parameters<typeof changeClaimed>[2],
  ): Promise<void> {
    if (await changeClaimed(tx.sql, row, change)) await emitKnowledgeChange(tx, row, null, this.deps.clock.now())
  }
}

/** A page without a title is named by its address until it is read. */
const isNameless = ({ type, title, url }: KnowledgeRow) => type === 'web' && url.startsWith(title)

const LEARNED = { status: 'active', progress: 100, error: '', learnUntil: null } as const
