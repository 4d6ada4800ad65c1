import { expect, test } from 'vitest'
import { formatDuration } from './duration.ts'

test.each([
  [0, '0秒'],
  [59, '59秒'],
  [59.6, '1分0秒'],
  [60, '1分0秒'],
  [83, '1分23秒'],
  [3599, '59分59秒'],
  [3599.5, '1小时0分'],
  [3600, '1小时0分'],
  [93_780, '26小时3分'],
  [-1, '--'],
  [null, '--'],
  [undefined, '--'],
  [Number.NaN, '--'],
])('%s seconds read %s', (seconds, expected) => {
  expect(formatDuration(seconds)).toBe(expected)
})
