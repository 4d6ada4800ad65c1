import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  ACT_MS,
  ALL_RULES,
  ANSWER_MS,
  OUTBOUND_KINDS,
  type OutboundKind,
  outboundRules,
  type Prompt,
} from './prompt.ts'

const now = new Date('2026-03-16T04:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

const SAFETY = 'type length link contact word quota'
const COLD = `${SAFETY} same_text pace stranger`

/** The table of docs/guard.md: which rules apply to a message of a kind when the customer's latest act was a message, an entry, a comment, none. */
const PAGE = readFileSync(new URL('../../../../docs/guard.md', import.meta.url), 'utf8')
const WORDS: Record<string, string> = { safety: SAFETY, cold: COLD }
const table = new Map(
  [...PAGE.matchAll(/^\| `(\w+)` \|[^|]+((?:\| (?:safety|cold) ){4})\|$/gm)].map(([, kind = '', cells = '']) => [
    kind,
    [...cells.matchAll(/\w+/g)].map(([word]) => WORDS[word] ?? ''),
  ]),
)
const PROMPTS: Prompt[] = ['message', 'entry', 'comment', null]

const cells = OUTBOUND_KINDS.flatMap((kind) =>
  PROMPTS.map((act, column): [OutboundKind, Prompt, string] => [kind, act, table.get(kind)?.[column] ?? '']),
)

test('docs/guard.md has a row for every kind and no other', () => {
  expect([...table.keys()].toSorted()).toEqual([...OUTBOUND_KINDS].toSorted())
})

test.each(cells)('%s after %s: %s', (kind, act, expected) => {
  const state = { act: act && { kind: act, at: ago(1_000) }, answeredAt: null }
  const { prompt, rules } = outboundRules(kind, state, now)

  expect(rules).toEqual(expected.split(' '))
  expect(prompt).toBe(expected === SAFETY ? act : null)
})

test('every rule is one of the table', () => {
  expect([...ALL_RULES].toSorted()).toEqual(COLD.split(' ').toSorted())
})

test.each<[string, number, number | null, Prompt]>([
  ['an act of a second ago', 1_000, null, 'message'],
  ['an act just inside its day', ACT_MS - 1, null, 'message'],
  ['an act a day old', ACT_MS, null, null],
  ['an answer that is continued', 2 * ANSWER_MS, ANSWER_MS - 1, 'message'],
  ['an answer an hour old', 2 * ANSWER_MS, ANSWER_MS, null],
  ['an answer that is continued after the act’s day', ACT_MS, 1_000, null],
])('%s', (_case, actMs, answeredMs, expected) => {
  const answeredAt = answeredMs === null ? null : ago(answeredMs)
  expect(outboundRules('reply', { act: { kind: 'message', at: ago(actMs) }, answeredAt }, now).prompt).toBe(expected)
})
