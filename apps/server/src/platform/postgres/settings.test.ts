import { expect, test } from 'vitest'
import { memorySettings } from './settings.ts'

const GB = 1024 ** 3

test.each([
  [0.5, '128MB', '256MB'],
  [2, '256MB', '1024MB'],
  [24, '3072MB', '12288MB'],
  [256, '4096MB', '131072MB'],
])('of %d GB of memory the database takes %s and counts on %s in all', (total, own, cached) => {
  expect(memorySettings(total * GB)).toEqual({ shared_buffers: own, effective_cache_size: cached })
})
