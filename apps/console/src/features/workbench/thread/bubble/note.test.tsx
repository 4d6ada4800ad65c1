import { Agent, AgentId, CustomerDetail, CustomerMessage, NoteId, customerApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { testConfirmRules } from '../../../../testing/form-rules.ts'
import { me, openLayer } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { LogContext, type LogContextValue } from '../message-log/log-context.ts'
import { lineOfMessage } from './message-line.ts'
import { Note } from './note.tsx'

const noteId = sample(NoteId)
const wei = sample(Agent, { name: '卫青禾' })
const context = {
  customer: sample(CustomerDetail),
  meId: me.id,
  agents: new Map([[wei.id, wei]]),
  timeZone: 'Asia/Shanghai',
  keyword: '',
} as unknown as LogContextValue

function open({ senderId = me.id, hoursAgo = 1 }: { senderId?: AgentId; hoursAgo?: number } = {}) {
  const server = createFakeServer()
  server.answer(customerApi.removeNote, true)
  const createdAt = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
  const extra = { noteId, mentionIds: JSON.stringify([wei.id]) }
  const content = { type: 'note', text: '@卫青禾 周末回访', extra }
  const message = sample(CustomerMessage, { senderId, senderKind: 'human', content, createdAt })
  const line = lineOfMessage(message, me.id, context.agents)
  return openLayer(
    () => (
      <LogContext value={context}>
        <Note line={line} body={{ kind: 'note', text: content.text, noteId }} />
      </LogContext>
    ),
    { server },
  )
}

testConfirmRules({
  open,
  ask: (page) => page.user.click(page.button('删除备注')),
  title: '删除这条内部备注？',
  endpoint: customerApi.removeNote,
  sent: { query: { id: noteId } },
})

test.each([
  ['of a colleague', { senderId: wei.id }],
  ['older than a day', { hoursAgo: 25 }],
])('a note %s can be read, not removed', async (_, note) => {
  await open(note)

  expect(screen.getByText('@卫青禾').tagName).toBe('B')
  expect(screen.queryByRole('button', { name: '删除备注' })).toBeNull()
})
