import { agentApi, CustomerDetail } from '@ruwu/contract'
import { Dialog } from '@ruwu/ui'
import { fireEvent, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { me, renderConsole, valueIn } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { type ChatRequest, useChatRequest } from './chat-requests.ts'
import { draftStore, onFocusRequest } from './composer/draft/draft-store.ts'
import { customerKeys } from './customer/customer-keys.ts'
import type { ListHandle } from './list/list-body/list-body.tsx'
import { useChatShortcuts } from './use-chat-shortcuts.ts'

const [above, shown, below] = ['上一位', '王女士', '下一位'].map((name) =>
  sample(CustomerDetail, { name, agentId: me.id, archive: false, isStar: false }),
) as [CustomerDetail, CustomerDetail, CustomerDetail]

const list: ListHandle = {
  neighbour: (_, step) => (step > 0 ? below : above).customerId,
  follower: () => undefined,
  nextUnread: async () => undefined,
}

/** 王女士 is open between two others, and the focus is in the box; `done`: what the keys did. */
function open({ hasDialog = false } = {}) {
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  const done: string[] = []
  server.answerRaw('POST', `/api/relation/${shown.customerId}`, ({ body }) => {
    done.push(`star ${body as string}`)
    return {}
  })
  onTestFinished(onFocusRequest((id) => done.push(`${draftStore.find(id)?.mode ?? 'reply'} box`)))
  onTestFinished(() => draftStore.change(shown.customerId, (draft) => ({ ...draft, mode: 'reply' })))
  function Chat() {
    useChatShortcuts({
      list: useRef(list),
      customerId: shown.customerId,
      onOpen: (id) => done.push([above, below].find(({ customerId }) => customerId === id)!.name),
    })
    return (
      <>
        <Part what="redirect" onAsked={() => done.push('redirect')} />
        <Part what="firstUnread" onAsked={() => done.push('firstUnread')} />
        <textarea aria-label="回复内容" />
        {hasDialog && <Dialog title="添加备注" />}
      </>
    )
  }
  const page = renderConsole(<Chat />, { server, path: '/chat' })
  page.cache.setQueryData(customerKeys.detail(shown.customerId), shown)
  const box = screen.getByLabelText('回复内容')
  box.focus()
  return { ...page, done, box }
}

function Part({ what, onAsked }: { what: ChatRequest; onAsked: () => void }) {
  useChatRequest(shown.customerId, what, onAsked)
  return null
}

test('each shortcut does its own, also while a reply is being written', async () => {
  const { user, done } = open()

  for (const [key, did] of [
    ['t', 'redirect'],
    ['u', 'firstUnread'],
    ['m', 'note box'],
    ['w', 'reply box'],
    ['s', 'star {"isStar":true}'],
    ['{ArrowUp}', '上一位'],
    ['{ArrowDown}', '下一位'],
  ]) {
    await user.keyboard(`{Alt>}${key}{/Alt}`)
    await expect.poll(() => done.at(-1)).toBe(did)
  }
})

test('held down, the arrows go on and the others act once', async () => {
  const { user, done } = open()

  await user.keyboard('{Alt>}{t>3/}{ArrowDown>3/}{/Alt}')

  expect(done).toEqual(['redirect', '下一位', '下一位', '下一位'])
})

test('what is typed into the box stays text: without Alt, with AltGr, or for the input method', async () => {
  const { user, done, box } = open()

  await user.keyboard('tmus{ArrowUp}')
  const altGr = { altKey: true, ctrlKey: true }
  const composed = { altKey: true, isComposing: true }
  for (const how of [altGr, composed]) expect(fireEvent.keyDown(box, { code: 'KeyT', ...how })).toBe(true)

  expect(valueIn('回复内容')).toBe('tmus')
  expect(done).toEqual([])
})

test('behind an open dialog no shortcut acts', async () => {
  const { user, done } = open({ hasDialog: true })

  await user.keyboard('{Alt>}t{ArrowDown}{/Alt}')

  expect(done).toEqual([])
})
