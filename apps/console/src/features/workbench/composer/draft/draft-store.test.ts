import { AgentId, CustomerId, MaterialId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { memoryStorage } from '../../../../testing/memory-storage.ts'
import { createDraftStore } from './create-draft-store.ts'
import { DRAFT_KEPT_MS, draftPreview, EMPTY_DRAFT, withNoteBack, withTextBack } from './draft.ts'

const ada = CustomerId.parse('a'.repeat(32))
const bob = CustomerId.parse('b'.repeat(32))
const quote = { chatId: 'q1', name: '楠楠', content: { type: 'text', text: '多少钱' } }
const card = { type: 'card' as const, materialId: MaterialId.parse('c'.repeat(32)), title: '预约量房' }
const wei = { id: AgentId.parse('d'.repeat(32)), name: '卫青禾' }

function world(memory = memoryStorage(), agentId = 'lin') {
  let now = 1_800_000_000_000
  const store = createDraftStore({ storage: memory, agentId: () => agentId, now: () => now })
  return { memory, store, advance: (ms: number) => (now += ms) }
}

test('a draft is there again after a reload, with everything in it', () => {
  const { memory, store } = world()
  const draft = { mode: 'note' as const, text: '您好', note: '请 @卫青禾 看', quote, parts: [card], mentions: [wei] }

  store.change(ada, (it) => ({ ...it, ...draft }))

  expect(world(memory).store.find(ada)).toMatchObject(draft)
})

test('it belongs to one customer and one agent', () => {
  const { memory, store } = world()
  store.change(ada, (it) => ({ ...it, text: '给 Ada' }))

  expect(store.find(bob)).toBeUndefined()
  expect(world(memory, 'wei').store.find(ada)).toBeUndefined()
})

test('an emptied box leaves nothing behind', () => {
  const { memory, store } = world()
  store.change(ada, (it) => ({ ...it, text: '您好' }))
  store.change(ada, (it) => ({ ...it, text: '' }))

  expect(store.find(ada)).toBeUndefined()
  expect(memory.get(`ruwu.draft.lin.${ada}`)).toBeNull()
})

test('after 30 days it is forgotten', () => {
  const { memory, store, advance } = world()
  store.change(ada, (it) => ({ ...it, text: '旧' }))
  advance(DRAFT_KEPT_MS - 1)
  store.change(bob, (it) => ({ ...it, text: '新' }))

  const later = world(memory)
  later.advance(DRAFT_KEPT_MS - 1)
  later.store.sweep()
  expect(later.store.find(ada)?.text).toBe('旧')

  const last = world(memory)
  last.advance(DRAFT_KEPT_MS)
  last.store.sweep()
  expect(last.store.find(ada)).toBeUndefined()
  expect(memory.get(`ruwu.draft.lin.${ada}`)).toBeNull()
  expect(last.store.find(bob)?.text).toBe('新')
})

test('what another tab wrote is read again', () => {
  const memory = memoryStorage()
  const here = world(memory)
  const there = world(memory)
  expect(here.store.find(ada)).toBeUndefined()
  let told = 0
  here.store.subscribe(() => (told += 1))

  there.store.change(ada, (it) => ({ ...it, text: '另一个标签页' }))
  here.store.reread(`ruwu.draft.lin.${ada}`)
  here.store.reread('something.else')

  expect(here.store.find(ada)?.text).toBe('另一个标签页')
  expect(told).toBe(1)
})

test.each(['{', 'null', '[]', '{"savedAt":"x"}', '{"savedAt":1800000000000,"text":5,"parts":[{"type":"x"}]}'])(
  'what cannot be read is no draft: %s',
  (json) => {
    expect(world(memoryStorage({ [`ruwu.draft.lin.${ada}`]: json })).store.find(ada)).toBeUndefined()
  },
)

test('the row shows what is being written, a note where one is writing a note', () => {
  expect(draftPreview({ ...EMPTY_DRAFT, text: ' 您好 ' })).toBe('您好')
  expect(draftPreview({ ...EMPTY_DRAFT, text: '您好', note: '备注', mode: 'note' })).toBe('备注')
  expect(draftPreview({ ...EMPTY_DRAFT, note: '备注' })).toBe('备注')
  expect(draftPreview({ ...EMPTY_DRAFT, text: ' \n' })).toBe('')
})

test('a text that comes back stands before what was written meanwhile', () => {
  expect(withTextBack({ ...EMPTY_DRAFT, mode: 'note' }, '被拦截')).toMatchObject({ mode: 'reply', text: '被拦截' })
  expect(withTextBack({ ...EMPTY_DRAFT, text: '后来写的' }, '被拦截').text).toBe('被拦截\n后来写的')
})

test('a note that comes back stands before what was written meanwhile, and names whom it named', () => {
  const sent = { note: '请 @卫青禾 看', mentions: [wei] }

  expect(withNoteBack({ ...EMPTY_DRAFT, mode: 'note' }, sent)).toMatchObject({ ...sent, mode: 'note' })
  expect(withNoteBack({ ...EMPTY_DRAFT, text: '您好', note: '后来写的' }, sent)).toEqual({
    ...EMPTY_DRAFT,
    text: '您好',
    note: '请 @卫青禾 看\n后来写的',
    mentions: [wei],
  })
})
