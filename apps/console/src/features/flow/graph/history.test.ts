import { expect, test } from 'vitest'
import { record, redo, startHistory, undo, UNDO_MAX, type History } from './history.ts'

const after = (...steps: [value: string, key?: string][]): History<string> =>
  steps.reduce((history, [value, key]) => record(history, value, key), startHistory('空'))

test('a step is undone and done again', () => {
  const two = after(['一'], ['二'])

  expect(undo(two).present).toBe('一')
  expect(undo(undo(two)).present).toBe('空')
  expect(redo(undo(two))).toEqual(two)
  expect(undo(undo(undo(two))).present).toBe('空')
  expect(redo(two)).toBe(two)
})

test('a new step after an undo drops what was undone', () => {
  const history = record(undo(after(['一'], ['二'])), '三')

  expect(redo(history)).toBe(history)
  expect(undo(history).present).toBe('一')
})

test('changes of one field in a row are one step, also not after an undo', () => {
  const typed = after(['一', 'name'], ['一二', 'name'], ['一二三', 'name'])

  expect(undo(typed).present).toBe('空')
  expect(undo(record(undo(after(['一', 'a'], ['二', 'b'])), '三', 'b')).present).toBe('一')
  expect(undo(record(typed, '别的', 'text')).present).toBe('一二三')
})

test('nothing changed is no step', () => {
  const history = after(['一'])

  expect(record(history, '一')).toBe(history)
})

test(`${UNDO_MAX} steps are kept`, () => {
  const long = after(...Array.from({ length: UNDO_MAX + 20 }, (_, step): [string] => [String(step)]))

  let first = long
  for (let step = 0; step < UNDO_MAX + 20; step += 1) first = undo(first)
  expect(first.present).toBe(String(19))
})
