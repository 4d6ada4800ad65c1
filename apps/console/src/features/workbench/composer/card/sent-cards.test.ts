import { type CustomerMessage, MaterialId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { holdsCard } from './sent-cards.ts'

const card = MaterialId.parse('a'.repeat(32))
const other = MaterialId.parse('b'.repeat(32))
const now = Date.parse('2026-03-16T10:00:00.000Z')

const message = (materialId: string, createdAt: string, part: object = {}) =>
  ({ content: { type: 'link', extra: { materialId } }, createdAt, status: 1, ...part }) as unknown as CustomerMessage

test.each([
  ['an hour ago', message(card, '2026-03-16T09:00:00.000Z'), true],
  ['a day ago', message(card, '2026-03-15T10:00:00.000Z'), false],
  ['another card', message(other, '2026-03-16T09:00:00.000Z'), false],
  ['one that failed', message(card, '2026-03-16T09:00:00.000Z', { status: 2 }), false],
  ['one taken back', message(card, '2026-03-16T09:00:00.000Z', { content: { type: 'recalled' } }), false],
])('%s', (_, sent, isThere) => {
  expect(holdsCard([sent], card, now)).toBe(isThere)
})
