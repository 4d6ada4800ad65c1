import type { GuardHit } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { groupHits } from './hit-list.tsx'
import { checkText } from './live-check.ts'
import { markText } from '../text-box.tsx'

const strict = { wordLevel: 'block', contactLevel: 'block', textChars: 1000 } as const

test('a number is found while it is written, as the server would find it', () => {
  const text = '加我 13812345678 详聊'
  const hits = checkText(text, { source: 'redbook', guard: strict })

  expect(groupHits(hits)).toEqual([
    {
      reason: '平台规定联系方式只能通过卡片发送',
      level: 'block',
      words: expect.arrayContaining([expect.stringContaining('13812345678')]) as string[],
      suggestion: undefined,
    },
  ])
  expect(markText(text, hits).some((it) => it.level === 'block' && it.text.includes('13812345678'))).toBe(true)
})

test('an account that allows it is asked nothing', () => {
  const guard = { ...strict, contactLevel: 'off', wordLevel: 'off' } as const

  expect(checkText('加我 13812345678', { source: 'redbook', guard })).toEqual([])
})

test('an account that only warns marks it mildly', () => {
  const guard = { ...strict, contactLevel: 'warn' } as const

  expect(checkText('电话 13812345678', { source: 'douyin', guard }).map((it) => it.level)).toContain('warn')
})

const spanHit = (start: number, end: number) => ({ start, end, level: 'warn' as const })

test('parts joined again give the text, whatever the hits are', () => {
  const cases = [
    [],
    [[0, 2]],
    [
      [3, 5],
      [0, 2],
    ],
    [
      [1, 4],
      [2, 5],
    ],
    [[0, 0]],
    [[4, 9]],
  ]
  for (const spans of cases) {
    const hits = spans.map(([start = 0, end = 0]) => spanHit(start, end))
    expect(
      markText('一二三四五', hits)
        .map((it) => it.text)
        .join(''),
    ).toBe('一二三四五')
  }
})

const wordHit = (word: string, reason: string, suggestion?: string): GuardHit => ({
  rule: 'word',
  category: 'word',
  level: 'warn',
  word,
  start: 0,
  end: word.length,
  reason,
  ...(suggestion === undefined ? {} : { suggestion }),
})

test('one line for each reason, with safe wording where one word is meant', () => {
  const pace: GuardHit = { ...wordHit('发送过快', '太快'), rule: 'pace', end: 0 }

  expect(
    groupHits([wordHit('最好', '绝对化', '很好'), wordHit('第一', '夸大'), wordHit('唯一', '夸大'), pace]),
  ).toEqual([
    { reason: '绝对化', level: 'warn', words: ['最好'], suggestion: '很好' },
    { reason: '夸大', level: 'warn', words: ['第一', '唯一'], suggestion: undefined },
    { reason: '太快', level: 'warn', words: [], suggestion: undefined },
  ])
})
