import { QuickReply, QuickReplyGroup } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { sample } from '../../testing/sample.ts'
import { groupsOf, withGroupAt, withReplyAt } from './reply-order.ts'

const group = (title: string, ...titles: string[]) =>
  sample(QuickReplyGroup, {
    title,
    ownerType: 'enterprise',
    replies: titles.map((it) => sample(QuickReply, { title: it })),
  })

const [one, two] = [group('甲', '一', '二', '三'), group('乙', '四')]
const libraries = { entGroups: [one, two], agentGroups: [group('我的', '五')] }

const shown = (changed: typeof libraries) =>
  [...groupsOf(changed, 'enterprise'), ...groupsOf(changed, 'agent')].map((it) =>
    [it.title, ...it.replies.map((reply) => reply.title)].join(' '),
  )

test('a group is moved within its library', () => {
  expect(shown(withGroupAt(libraries, two.id, 0))).toEqual(['乙 四', '甲 一 二 三', '我的 五'])
})

test('a reply is moved within its group and into another one', () => {
  const { id } = one.replies[0]!

  expect(shown(withReplyAt(libraries, id, one.id, 2))).toEqual(['甲 二 三 一', '乙 四', '我的 五'])
  const changed = withReplyAt(libraries, id, two.id, 1)
  expect(shown(changed)).toEqual(['甲 二 三', '乙 四 一', '我的 五'])
  expect(changed.entGroups[1]?.replies[1]?.groupId).toBe(two.id)
})
