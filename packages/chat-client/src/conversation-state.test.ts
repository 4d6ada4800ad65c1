import { expect, test } from 'vitest'
import {
  withChange,
  withMarkedUnread,
  withMessage,
  withRead,
  withSnapshot,
  withTopicContent,
  withUpdate,
} from './conversation-state.ts'
import { aConversation, aMessage } from './testing/a-message.ts'
import { ownTopicId, withContent } from './topic-state.ts'

const at = '2026-01-01T00:01:00.000Z'
const fromOther = { seq: 11, senderId: 'u2', createdAt: at }

test.each([
  ['of somebody else is unread', aMessage(fromOther), { unread: 3, lastReadSeq: 8, lastMessageSeq: 11 }],
  ['of one’s own reads everything', aMessage({ seq: 11 }), { unread: 0, lastReadSeq: 11, lastMessageSeq: 11 }],
  ['that is known changes nothing', aMessage({ ...fromOther, seq: 10 }), { unread: 2, lastSeq: 10 }],
  [
    'that nobody reads only moves the number',
    aMessage({ ...fromOther, content: { type: 'topic.notice', text: '', unreadable: true } }),
    { unread: 2, lastSeq: 11, lastMessageSeq: 10 },
  ],
  [
    'that comes recalled is not unread',
    aMessage({ ...fromOther, recall: true, content: { type: 'recalled' } }),
    { unread: 2, lastMessageSeq: 11 },
  ],
  ['of a recall is none to read', aMessage({ ...fromOther, content: { type: 'recall', text: 'c1' } }), { unread: 2 }],
])('a message %s', (_, message, expected) => {
  expect(withMessage(aConversation(), message)).toMatchObject(expected)
})

test.each([
  ['unread and last', { seq: 10 }, { unread: 1, lastMessage: { type: 'recalled' } }],
  ['unread', { seq: 9 }, { unread: 1, lastMessage: { type: 'text' } }],
  ['read', { seq: 8 }, { unread: 2 }],
  ['one’s own', { seq: 10, senderId: 'u1', isSentByMe: true }, { unread: 2 }],
])('a recalled message that was %s', (_, change, expected) => {
  const before = aMessage({ senderId: 'u2', ...change })
  const target = { ...before, recall: true, content: { type: 'recalled' } }

  expect(withChange(aConversation(), target, before)).toMatchObject(expected)
})

test.each([
  [undefined, { lastReadSeq: 10, unread: 0 }],
  [9, { lastReadSeq: 9, unread: 1 }],
  [99, { lastReadSeq: 10, unread: 0 }],
  [3, { lastReadSeq: 8, unread: 2 }],
])('reading up to %s', (seq, expected) => {
  expect(withRead(aConversation(), seq, at, (above) => 10 - above)).toMatchObject(expected)
})

test.each([
  [{}, { unread: 2, lastReadSeq: 8 }],
  [
    { unread: 0, lastReadSeq: 10 },
    { unread: 1, lastReadSeq: 9 },
  ],
  [
    { unread: 0, lastReadSeq: 0, lastMessageSeq: undefined },
    { unread: 1, lastReadSeq: 0 },
  ],
])('marking %j unread leaves %j', (change, expected) => {
  expect(withMarkedUnread(aConversation(change))).toMatchObject(expected)
})

test.each([
  ['sticky', '{"sticky":true}', { sticky: true, mute: false, unread: 2 }],
  ['tags and extra', '{"tags":[{"id":"t"}],"extra":{"k":"v"}}', { tags: [{ id: 't' }], extra: { k: 'v' } }],
  ['a mark', '{"markUnread":true}', { unread: 2, lastReadSeq: 8 }],
  ['cleared messages', '{"unread":0,"startSeq":10}', { unread: 0, startSeq: 10, lastMessage: undefined }],
  ['nothing legible', '[broken', { sticky: false, unread: 2 }],
])('an update with %s', (_, text, expected) => {
  expect(withUpdate(aConversation(), { type: 'conversation.update', text }, at)).toMatchObject(expected)
})

test('a copy of the server’s that is older than what came by push does not take it back', () => {
  const held = withUpdate(aConversation({ lastSeq: 12, unread: 4 }), { type: '', text: '{"sticky":true}' }, at)

  const merged = withSnapshot(held, aConversation({ updatedAt: '2026-01-01T00:00:30.000Z' }), 5, false)

  expect(merged).toMatchObject({ sticky: true, lastSeq: 12, unread: 4, cachedAt: 5 })
})

test('a newer copy of the server’s counts', () => {
  const merged = withSnapshot(aConversation(), aConversation({ unread: 0, sticky: true, updatedAt: at }), 5, false)

  expect(merged).toMatchObject({ sticky: true, unread: 0, updatedAt: at })
})

test('while a read is on its way the server’s count does not come back', () => {
  const merged = withSnapshot(aConversation({ unread: 0 }), aConversation({ updatedAt: at }), 5, true)

  expect(merged.unread).toBe(0)
})

const group = { id: 'g', name: 'old', ownerId: 'u1', admins: ['u2'], members: 3, remark: 'mine' } as never

test.each([
  ['topic.update', '{"name":"new","remark":"the admin’s"}', { name: 'new', remark: 'mine' }],
  ['topic.notice', '{"text":"n"}', { notice: { text: 'n' } }],
  ['topic.change.owner', 'u2', { ownerId: 'u2', admins: [] }],
  ['topic.silent', '10m', { silent: true, muted: true }],
  ['topic.silent', '', { silent: false, muted: false }],
  ['topic.join', '', { members: 4 }],
  ['topic.quit', '', { members: 2 }],
  ['text', 'hello', { name: 'old', members: 3 }],
])('a group after %s %s', (type, text, expected) => {
  expect(withContent(group, { type, text })).toMatchObject(expected)
})

test.each([
  ['topic.update', '{"name":"new","icon":"i","extra":{"k":"v"}}', { name: 'new', icon: 'i', topicExtra: { k: 'v' } }],
  ['topic.change.owner', 'u3', { topicOwnerId: 'u3', topicOwnerID: 'u3' }],
  ['topic.notice', '{"text":"n"}', { name: 'Two' }],
])('the list after %s %s', (type, text, expected) => {
  expect(withTopicContent(aConversation(), { type, text })).toMatchObject(expected)
})

test.each([
  ['u1:u2', 'u1:u2'],
  ['u2:u1', 'u1:u2'],
  ['u1:u1', 'u1:u1'],
  ['u2:u3', 'u2:u3'],
  ['group', 'group'],
])('u1 knows %s as %s', (given, own) => {
  expect(ownTopicId(given, 'u1')).toBe(own)
})
