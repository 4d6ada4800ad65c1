import { expect, test } from 'vitest'
import { isTopicAdmin, isTopicOwner } from './topic-role.ts'

test.each([
  [{ ownerId: 'lin', admins: ['wei'] }, true, false],
  [{ ownerId: 'wei', admins: ['lin'] }, false, true],
  [{ ownerId: 'lin', admins: ['lin'] }, true, true],
  [{ ownerId: 'wei', admins: [] }, false, false],
  [{ ownerId: 'wei', admins: null }, false, false],
  [{}, false, false],
])('in %j Lin is owner: %s, admin: %s', (topic, owner, admin) => {
  expect([isTopicOwner(topic, 'lin'), isTopicAdmin(topic, 'lin')]).toEqual([owner, admin])
})

test('nobody owns a topic without an owner', () => {
  expect(isTopicOwner({ ownerId: '' }, '')).toBe(false)
})
