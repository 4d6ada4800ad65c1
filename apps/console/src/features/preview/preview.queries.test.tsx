import { knowledgeApi, type RelationId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { writeSession } from '../../session/session.ts'
import { createFakeServer } from '../../testing/fake-server.ts'
import { me } from '../../testing/render.tsx'
import { fetchQuestions } from './preview.queries.ts'
import { texts } from './texts.ts'

const relationId = 'a'.repeat(32) as RelationId

test('suggested are questions, never the names of files', async () => {
  writeSession({ token: 'token', entId: me.entId, id: me.id, entName: '如晤演示' })
  const server = createFakeServer()
  const none = { items: [], total: 0, page: 1, pageSize: 20 }
  server.answer(knowledgeApi.pageMisses, none)
  server.answer(knowledgeApi.page, ({ body }) => {
    expect(body).toMatchObject({ type: 'qa', status: 'active' })
    return { ...none, inUse: 1, usesShared: true }
  })

  expect(await fetchQuestions(relationId)).toEqual([...texts.generalQuestions])
})
