import { expect, test } from 'vitest'
import type { Api } from './api.ts'
import { Conversations } from './conversations.ts'
import { ChatHttpError } from './http.ts'
import { Persistence } from './persistence.ts'
import { memoryStorage } from './storage.ts'
import { aConversation } from './testing/a-message.ts'

test('a request made while an earlier one is pending does not share its negative answer', async () => {
  const opened = aConversation({ topicId: 'u1:u3' })
  const question = Promise.withResolvers<typeof opened>()
  const answers = [question.promise, Promise.resolve(opened)]
  const conversations = new Conversations({
    api: { conversation: { info: async () => answers.shift() } } as unknown as Api,
    persistence: new Persistence(memoryStorage(), () => undefined),
    now: () => 0,
    onUpdated: () => undefined,
    onRemoved: () => undefined,
  })

  const before = conversations.ensure('u1:u3')
  // The first message arrives: now there is a conversation, but the answer under way says that there is none.
  const after = conversations.ensure('u1:u3')
  question.reject(new ChatHttpError(404, '404 conversation not found'))

  expect(await before).toBeUndefined()
  expect(await after).toMatchObject({ topicId: 'u1:u3' })
})
