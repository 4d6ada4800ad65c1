import type { EntId, KnowledgeId, RelationId } from '@ruwu/contract'
import { defaultChannelSetting } from '@ruwu/domain'
import { type Database, openDatabase, type Queryable } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { insertRows } from '../db/rows.ts'
import { channelAccount, enterprise, knowledge } from '../db/schema/index.ts'
import { type Library, type OwnLibrary, putPiecesOfMany } from '../engine/retrieval/pieces.repo.ts'
import { systemClock } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'

/** A Q&A entry. */
export type LibraryPair = { question: string; similar: readonly string[]; answer: string }

/** A migrated, empty database. */
export async function openLibraryDatabase(url: string): Promise<Database> {
  await migrate(url)
  return openDatabase({ url, clock: systemClock })
}

/** A new enterprise with an account without knowledge. */
export async function openLibrary(db: Queryable, now: Date): Promise<OwnLibrary> {
  const entId = newId<EntId>(now)
  const relationId = newId<RelationId>(now)
  await db.insert(enterprise).values({ id: entId, name: '云杉家居', createdAt: now })
  await db.insert(channelAccount).values({
    entId,
    id: relationId,
    source: 'douyin',
    accountType: 'CORP',
    platformId: `acc-${relationId}`,
    name: '云杉家居',
    openStatus: 'open',
    setting: defaultChannelSetting('douyin', 'CORP'),
    boundAt: now,
    createdAt: now,
    updatedAt: now,
  })
  return { entId, relationId }
}

/** Inserts these pairs as learned entries; returns their ids in order. */
export async function fillLibrary(
  db: Queryable,
  library: Library,
  pairs: readonly LibraryPair[],
  now: Date,
): Promise<KnowledgeId[]> {
  const rows = pairs.map(({ question, similar, answer }) => ({
    ...library,
    id: newId<KnowledgeId>(now),
    type: 'qa',
    title: question,
    question,
    similar,
    answer,
    url: '',
    body: '',
    isPasted: false,
    fileKey: '',
    fileName: '',
    origin: '手动添加',
    status: 'active',
    progress: 100,
    error: '',
    pieces: 1,
    hits: 0,
    enabled: true,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }))
  await insertRows(db, knowledge, rows)
  await putPiecesOfMany(
    db,
    library,
    rows.map(({ id, question, similar, answer }) => ({
      knowledgeId: id,
      pieces: [{ heading: question, text: answer, words: [question, ...similar] }],
    })),
  )
  return rows.map(({ id }) => id)
}
