import { knowledgeApi, type KnowledgeType, type RelationId } from '@ruwu/contract'
import type { Person } from '../../../testing/person.ts'
import { channelWorld } from '../../../testing/channel-world.ts'
import type { WorldOptions } from '../../../testing/world.ts'
import { fileOf } from './sample-files.ts'

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

  return { ...here, relationId, rivalsAccount, learn, save, addPair, upload, list, find }
}

export const ascending = (a: number, b: number) => a - b
