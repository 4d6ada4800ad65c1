import { VIEWS_MAX } from '@ruwu/contract'
import { DEFAULT_CUSTOMER_FILTER, type ListView } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { memoryStorage } from '../../../../testing/memory-storage.ts'
import {
  isShown,
  keptViews,
  moveView,
  readViews,
  removeView,
  renameView,
  saveView,
  viewOfSaved,
} from './saved-views.ts'

const lin = 'lin'
const waiting: ListView = { filter: { ...DEFAULT_CUSTOMER_FILTER, scope: 3, replyState: 1 }, sort: 'longestWait' }
const all: ListView = { filter: DEFAULT_CUSTOMER_FILTER, sort: 'latest' }

const recall = (memory: ReturnType<typeof memoryStorage>, agentId = lin) => readViews(keptViews(memory, agentId))

test('a saved view leads back to the same list', () => {
  const memory = memoryStorage()
  saveView(memory, lin, '等我们回', waiting)
  const [saved] = recall(memory)

  expect(viewOfSaved(saved!)).toEqual(waiting)
  expect(isShown(saved!, waiting)).toBe(true)
  expect(isShown(saved!, all)).toBe(false)
})

test('the same name is the same view, and everybody has their own', () => {
  const memory = memoryStorage()
  saveView(memory, lin, '常用', waiting)
  saveView(memory, lin, '其它', all)
  saveView(memory, lin, '常用', all)

  expect(recall(memory).map((it) => it.name)).toEqual(['常用', '其它'])
  expect(viewOfSaved(recall(memory)[0]!)).toEqual(all)
  expect(recall(memory, 'wei')).toEqual([])
})

test('there are never more than ten', () => {
  const memory = memoryStorage()
  for (let n = 1; n <= VIEWS_MAX + 2; n += 1) saveView(memory, lin, `视图 ${n}`, waiting)

  expect(recall(memory)).toHaveLength(10)
  expect(recall(memory).at(-1)?.name).toBe('视图 10')
})

test('a view is renamed in its place and moved by one, at the edge it stays', () => {
  const memory = memoryStorage()
  for (const name of ['一', '二', '三']) saveView(memory, lin, name, waiting)
  const names = () => recall(memory).map((it) => it.name)

  renameView(memory, lin, '二', '贰')
  moveView(memory, lin, '三', -1)
  expect(names()).toEqual(['一', '三', '贰'])
  moveView(memory, lin, '一', -1)
  moveView(memory, lin, '贰', 1)
  expect(names()).toEqual(['一', '三', '贰'])
})

test('a removed view is gone', () => {
  const memory = memoryStorage()
  saveView(memory, lin, '常用', waiting)
  removeView(memory, lin, '常用')

  expect(recall(memory)).toEqual([])
})

test.each(['{', '7', '[{"name":1,"query":""},null,"x"]'])('an invalid stored value (%s) counts as empty', (kept) => {
  expect(readViews(kept)).toEqual([])
})
