import { expect, test } from 'vitest'
import { importable } from './import-text.ts'

test('rows that are there already are written only when they may be overwritten', () => {
  const result = { success: 3, duplicates: 2, failed: [{ row: 4, msg: '答案为空' }] }

  expect([importable(result, 'skip'), importable(result, 'overwrite')]).toEqual([3, 5])
})
