import { knowledgeApi, type KnowledgeId, type KnowledgeType, type RelationId } from '@ruwu/contract'
import { insertRows } from '../../../db/rows.ts'
import { knowledge } from '../../../db/schema/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Person } from '../../../testing/person.ts'
import { channelWorld } from '../../../testing/channel-world.ts'
import type { WorldOptions } from '../../../testing/world.ts'
import { pairRow } from '../qa.ts'
import { fileOf } from '../../../testing/sample-files.ts'

export type KnowledgeWorld = Awaited<ReturnType<typeof knowledgeWorld>>

/** Zhao's account with an empty library, and one of another enterprise. */
export async function knowledgeWorld(options: WorldOptions = {}) {
  const here = await channelWorld(options)
  const { zhao, rival, reception, bindDouyin } = here
  const relationId = await bindDouyin(zhao, 'dy-own')
  const rivalsAccount = await bindDouyin(rival, 'dy-rival')
  const { learning } = reception.ai.work

  /** Learns all that waits. */
  const learn = async () => {
    while (await learning.run());
  }
  const save = (type: KnowledgeType, fields: object, person: Person = zhao, libraryId: RelationId = relationId) =>
    person.call(knowledgeApi.save, { body: { relationId: libraryId, type, ...fields } })
  const addPair = (question: string, answer: string, similar: string[] = []) =>
    save('qa', { question, answer, similar })
  const upload = async (bytes: Buffer | string, name: string, person: Person = zhao): Promise<string> =>
    (await person.call(knowledgeApi.upload, { body: { relationId }, file: fileOf(bytes, name) })).file
  const list = async (filter: object = {}) =>
    (await zhao.call(knowledgeApi.page, { body: { relationId, pageSize: 100, ...filter } })).items
  /** The titles of what is found for a question. */
  const find = async (question: string) =>
    (await zhao.call(knowledgeApi.hitTest, { body: { relationId, question } })).map(({ title }) => title)

  /** Stores `count` questions without the pieces that searches read. */
  const fill = (count: number) => {
    const now = here.clock.now()
    const pair = { question: '', similar: [], answer: '答', origin: '', enabled: true }
    const empty = { url: '', body: '', isPasted: false, fileKey: '', fileName: '', error: '', hits: 0, version: 1 }
    const row = { ...pairRow({ entId: zhao.entId, relationId }, newId<KnowledgeId>(now), pair, now), ...empty }
    const rows = Array.from({ length: count }, (_, n) => ({ ...row, id: newId<KnowledgeId>(now), question: `${n}` }))
    return insertRows(here.db.sql, knowledge, rows)
  }

  return { ...here, relationId, rivalsAccount, learn, save, addPair, upload, list, find, fill }
}

export const ascending = (a: number, b: number) => a - b
