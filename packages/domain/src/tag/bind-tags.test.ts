import type { Tag, TagGroupId, TagId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { bindTags, hasTooManyTags, unbindTags } from './bind-tags.ts'

const id = (n: number) => n.toString(16).padStart(32, '0') as TagId
const level = 'a'.repeat(32) as TagGroupId
const needs = 'b'.repeat(32) as TagGroupId

const tag = (n: number, groupId: TagGroupId | null, single: boolean, kind: Tag['kind'] = 'manual') =>
  [id(n), { id: id(n), groupId, single, kind }] as const

const tags = new Map([
  tag(1, level, true),
  tag(2, level, true),
  tag(3, needs, false),
  tag(4, needs, false),
  tag(5, null, false),
  tag(6, null, false, 'system'),
])
const tagOf = (id: TagId) => tags.get(id)

test.each([
  ['a free one is added', [5], [3], [5, 3], [3], []],
  ['one that is there changes nothing', [5], [5], [5], [], []],
  ['of a single-choice group the other leaves', [1, 5], [2], [5, 2], [2], [1]],
  ['of two of one single-choice group the last stays', [], [1, 2], [2], [2], []],
  ['several of a group of many stay', [3], [4], [3, 4], [4], []],
  ['one that does not exist is left out', [3], [9], [3], [], []],
])('%s', (_name, held, binding, tagIds, bound, unbound) => {
  expect(bindTags(held.map(id), binding.map(id), tagOf)).toEqual({
    tagIds: tagIds.map(id),
    bound: bound.map(id),
    unbound: unbound.map(id),
  })
})

test('taking away names only what was there', () => {
  expect(unbindTags([id(1), id(3)], [id(3), id(4)])).toEqual({ tagIds: [id(1)], bound: [], unbound: [id(3)] })
})

test('twenty may be held, and the system’s own beside them', () => {
  const many = Array.from({ length: 20 }, (_, index) => id(100 + index))
  expect(hasTooManyTags([...many, id(6)], tagOf)).toBe(false)
  expect(hasTooManyTags([...many, id(5)], tagOf)).toBe(true)
})
