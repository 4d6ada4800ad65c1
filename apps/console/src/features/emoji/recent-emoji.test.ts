import type { Source } from '@ruwu/domain'
import { expect, test } from 'vitest'
import type { KeyValueStorage } from '../../browser/storage.ts'
import { memoryStorage } from '../../testing/memory-storage.ts'
import { recallRecentEmoji, rememberEmoji } from './recent-emoji.ts'

const codes = (memory: KeyValueStorage, source: Source) => recallRecentEmoji(memory, source).map((emoji) => emoji.code)

test('the emoji used last come first, for each source apart', () => {
  const memory = memoryStorage()
  expect(codes(memory, 'redbook')).toEqual([])

  rememberEmoji(memory, 'redbook', '[微笑R]')
  rememberEmoji(memory, 'redbook', '[doge]')
  rememberEmoji(memory, 'redbook', '[微笑R]')
  rememberEmoji(memory, 'douyin', '[666]')

  expect(codes(memory, 'redbook')).toEqual(['[微笑R]', '[doge]'])
  expect(codes(memory, 'douyin')).toEqual(['[666]'])
})

test('what else may be in the memory is passed over', () => {
  const memory = memoryStorage({ 'ruwu.recentEmoji.redbook': '[微笑] x [okR]  ' })

  expect(codes(memory, 'redbook')).toEqual(['[okR]'])
})
