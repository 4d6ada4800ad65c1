import { expect, test } from 'vitest'
import { commandOf, stepOf } from './canvas-keys.ts'

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }

test.each([
  [{ key: 'z', ctrlKey: true }, 'undo'],
  [{ key: 'Z', metaKey: true, shiftKey: true }, 'redo'],
  [{ key: 'y', ctrlKey: true }, 'redo'],
  [{ key: 'c', metaKey: true }, 'copy'],
  [{ key: 'v', ctrlKey: true }, 'paste'],
  [{ key: 'a', ctrlKey: true }, 'selectAll'],
  [{ key: 'Delete' }, 'remove'],
  [{ key: 'Backspace' }, 'remove'],
  [{ key: 'Enter' }, 'open'],
  [{ key: 'Escape' }, 'deselect'],
  [{ key: 'N' }, 'add'],
  [{ key: 'ArrowLeft', shiftKey: true }, 'left'],
  [{ key: 'x', ctrlKey: true }, undefined],
  [{ key: 'c' }, undefined],
  [{ key: 'ArrowUp', altKey: true }, undefined],
  [{ key: 'v', ctrlKey: true, shiftKey: true }, undefined],
])('%j is %s', (key, command) => {
  expect(commandOf({ ...none, ...key })).toBe(command)
})

test('an arrow moves by one step of the grid, with Shift by five', () => {
  expect(stepOf('left', false)).toEqual({ x: -1, y: 0 })
  expect(stepOf('down', true)).toEqual({ x: 0, y: 5 })
  expect(stepOf('open', false)).toBeUndefined()
})
