import { type AgentId, quickReplyApi, type QuickReplyGroupId, type QuickReplyId } from '@ruwu/contract'
import { beforeEach, expect, test } from 'vitest'
import { quickReply, quickReplyGroup } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Person } from '../../testing/person.ts'
import { world, type World } from '../../testing/world.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'

let here: World

beforeEach(async () => {
  here = await world()
})

/** A group with replies of these titles; without an owner it is the enterprise's. */
async function addGroup(
  { entId }: Person,
  { title, titles, owner, position = 0 }: { title: string; titles: string[]; owner?: AgentId; position?: number },
): Promise<QuickReplyId[]> {
  const { db, clock } = here
  const id = newId<QuickReplyGroupId>(clock.now())
  const ownerType = owner ? ('agent' as const) : ('enterprise' as const)
  await db.sql.insert(quickReplyGroup).values({ entId, id, ownerType, agentId: owner ?? null, title, position })
  const replies = titles.map((each, index) => ({
    entId,
    libraryId: owner ?? entId,
    id: newId<QuickReplyId>(clock.now()),
    groupId: id,
    title: each,
    content: `${each}的内容`,
    position: index,
    updatedAt: clock.now(),
  }))
  if (replies.length > 0) await db.sql.insert(quickReply).values(replies)
  return replies.map((reply) => reply.id)
}

const titlesOf = async (person: Person) => {
  const { entGroups, agentGroups } = await person.call(quickReplyApi.groupReplies, {})
  const titles = (groups: typeof entGroups) =>
    groups.map((group) => [group.title, ...group.replies.map((reply) => reply.title)])
  return { entGroups: titles(entGroups), agentGroups: titles(agentGroups) }
}

// R45
test('an agent reads the enterprise’s library and their own, in their order', async () => {
  const { lin, wei, rival } = here
  await addGroup(lin, { title: '售后', titles: ['退货'], position: 1 })
  await addGroup(lin, { title: '售前', titles: ['报价', '尺寸'], position: 0 })
  await addGroup(lin, { title: '林的', titles: ['问候'], owner: lin.id })
  await addGroup(rival, { title: '对手的', titles: ['秘密'] })

  expect(await titlesOf(lin)).toEqual({
    entGroups: [
      ['售前', '报价', '尺寸'],
      ['售后', '退货'],
    ],
    agentGroups: [['林的', '问候']],
  })
  expect((await titlesOf(wei)).agentGroups).toEqual([])
})

test('using one counts, and a colleague’s own or another enterprise’s looks absent', async () => {
  const { lin, wei, rival } = here
  const [shared] = await addGroup(lin, { title: '售前', titles: ['报价'] })
  const [own] = await addGroup(lin, { title: '林的', titles: ['问候'], owner: lin.id })

  await Promise.all([1, 2].map(() => wei.call(quickReplyApi.use, { body: { id: shared! } })))

  const { entGroups } = await lin.call(quickReplyApi.groupReplies, {})
  expect(entGroups[0]?.replies[0]?.uses).toBe(2)
  const absent = { code: 40401, msg: '快捷回复不存在或已删除' }
  expect(await wei.refused(quickReplyApi.use, { body: { id: own! } })).toMatchObject(absent)
  expect(await absentForRival(rival, quickReplyApi.use, { body: { id: shared! } })).toMatchObject(absent)
})

test('a sentence is kept in the agent’s own library, also two at once', async () => {
  const { lin } = here

  const kept = await Promise.all(
    ['甲', '乙'].map((title) => lin.call(quickReplyApi.keep, { body: { title, content: '您好，请问需要什么？' } })),
  )

  const { agentGroups } = await lin.call(quickReplyApi.groupReplies, {})
  expect(agentGroups.map((group) => group.title)).toEqual(['我的收藏'])
  expect(new Set(agentGroups[0]?.replies.map((reply) => reply.id))).toEqual(new Set(kept.map((reply) => reply.id)))
})

test('a full library takes no more, and a blank title is refused', async () => {
  const { lin } = here
  await addGroup(lin, { title: '林的', titles: Array.from({ length: 500 }, (_, n) => `第${n}条`), owner: lin.id })

  expect(await lin.refused(quickReplyApi.keep, { body: { title: '再一条', content: '内容' } })).toMatchObject({
    code: 42200,
    msg: '每个快捷回复库最多 500 条',
  })
  expect(await lin.refused(quickReplyApi.keep, { body: { title: ' ', content: '内容' } })).toMatchObject({
    data: { fields: { title: '请输入标题' } },
  })
})
