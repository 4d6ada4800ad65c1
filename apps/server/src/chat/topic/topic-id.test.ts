import { expect, test } from 'vitest'
import { dmEnds, readTopicId, viewedId } from './topic-id.ts'

const GROUP = 'a'.repeat(32)

test.each([
  ['u1:u2', { kind: 'dm', peerId: 'u2' }],
  ['u2:u1', { kind: 'dm', peerId: 'u2' }],
  ['u1:u1', { kind: 'dm', peerId: 'u1' }],
  ['u2:u3', { kind: 'forbidden' }],
  [GROUP, { kind: 'other', id: GROUP }],
  ['nonsense', { kind: 'unknown' }],
  ['u1:', { kind: 'unknown' }],
  [':', { kind: 'unknown' }],
  ['u1:u2:u3', { kind: 'unknown' }],
  ['u1:a b', { kind: 'unknown' }],
  ['', { kind: 'unknown' }],
])('for u1 the id %j names %j', (id, expected) => {
  expect(readTopicId(id, 'u1')).toEqual(expected)
})

test('a DM has one pair of ends whoever opens it, in the order of bytes', () => {
  expect(dmEnds('u2', 'u1')).toEqual({ low: 'u1', high: 'u2' })
  // UTF-16 code unit order would put the emoji first.
  expect(dmEnds('😀', '｡')).toEqual({ low: '｡', high: '😀' })
})

test.each([
  [{ id: GROUP, low: 'u1', high: 'u2' }, 'u1', 'u1:u2'],
  [{ id: GROUP, low: 'u1', high: 'u2' }, 'u2', 'u2:u1'],
  [{ id: GROUP, low: 'u1', high: 'u1' }, 'u1', 'u1:u1'],
  [{ id: GROUP, low: null, high: null }, 'u1', GROUP],
])('the topic %j is known to %s as %s', (topic, viewer, id) => {
  expect(viewedId(topic, viewer)).toBe(id)
})
