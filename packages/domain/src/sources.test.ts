import { expect, test } from 'vitest'
import { SOURCE_LABELS, SOURCES } from './sources.ts'

test('the sources are redbook and douyin', () => {
  expect(SOURCES.map((source) => [source, SOURCE_LABELS[source]])).toEqual([
    ['redbook', '小红书'],
    ['douyin', '抖音'],
  ])
})
