import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hold, notice, release, toast, toastStore } from './toast.ts'

const texts = () => toastStore.get().map((it) => it.text)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

// R118
test('a toast stays 3 s, a notice 4.5 s', () => {
  toast.success('保存成功')
  notice('提醒', '新客户进线')

  vi.advanceTimersByTime(2999)
  expect(texts()).toEqual(['保存成功', '新客户进线'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual(['新客户进线'])
  vi.advanceTimersByTime(1500)
  expect(texts()).toEqual([])
})

test('a notice that is pointed at stays, and 4.5 s more from when it is left', () => {
  notice('提醒', '新客户进线')
  const { id } = toastStore.get()[0]!

  vi.advanceTimersByTime(4000)
  hold(id)
  vi.advanceTimersByTime(60_000)
  expect(texts()).toEqual(['新客户进线'])
  release(id)
  vi.advanceTimersByTime(4499)
  expect(texts()).toEqual(['新客户进线'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('a toast with a button stays 10 s; a newer one of the same text takes its place', () => {
  const undo = { label: '撤销', run: vi.fn() }
  toast.offer('已归档', { label: '撤销', run: () => {} })
  toast.offer('已归档', undo)
  expect(toastStore.get().map((it) => it.action)).toEqual([undo])

  vi.advanceTimersByTime(9999)
  expect(texts()).toEqual(['已归档'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test('the same text is shown once and stays 3 s from the last time', () => {
  toast.error('服务器异常')
  vi.advanceTimersByTime(2000)
  toast.error('服务器异常')
  vi.advanceTimersByTime(2000)
  expect(texts()).toEqual(['服务器异常'])
})

test('a fourth toast takes the place of the oldest', () => {
  for (const text of ['一', '二', '三', '四']) toast.info(text)

  expect(texts()).toEqual(['二', '三', '四'])
})
