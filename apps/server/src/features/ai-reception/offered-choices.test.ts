import { type CustomerId, knowledgeApi, type KnowledgeType } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aiMemory } from '../../db/schema/index.ts'
import { aiWorld } from '../../testing/ai-world.ts'

/** The built-in engine and a menu whose sections have the same name. */
async function menuWorld() {
  const here = await aiWorld({ engine: undefined as never })
  const { zhao, account, reception } = here
  const relationId = account.id
  const save = (type: KnowledgeType, fields: object) =>
    zhao.call(knowledgeApi.save, { body: { relationId, type, ...fields } })
  const text =
    '# 双人餐\n## 使用规则\n双人餐周末不可用，需要提前一天预约。\n# 四人餐\n## 使用规则\n四人餐周末可用，不需要预约。'
  await save('doc', { title: '菜单', text })
  while (await reception.ai.work.learning.run());
  const last = async (id: CustomerId) => (await here.wordsOf(id)).at(-1) ?? ''
  /** The number under which it was offered. */
  const numberOf = async (id: CustomerId, label: string) =>
    new RegExp(`(\\d)\\. ${label}`).exec(await last(id))?.[1] ?? ''
  return { ...here, relationId, save, last, numberOf }
}

test('of two sections with the same heading the customer gets the chosen one', async () => {
  const { ask, last, numberOf, runsOf, db } = await menuWorld()

  const id = await ask('小满', '使用规则是什么')

  expect(await last(id)).toMatch(/\d\. 双人餐：使用规则/)
  const [memory] = await db.sql.select().from(aiMemory).where(eq(aiMemory.customerId, id))
  expect(memory?.offer?.question).toBe('使用规则是什么')

  await ask('小满', await numberOf(id, '四人餐：使用规则'))

  expect(await last(id)).toContain('四人餐周末可用，不需要预约。')
  expect((await runsOf(id)).at(-1)).toMatchObject({ question: '使用规则是什么', isHit: true })
  expect((await db.sql.select().from(aiMemory))[0]?.offer).toBeNull()
})

test('an entry that was reworded since it was offered answers as it is now', async () => {
  const { ask, last, numberOf, save, zhao, relationId } = await menuWorld()
  await save('qa', { question: '一寸证件照多少钱', answer: '一寸 50 元。' })
  const { id: second } = await save('qa', { question: '两寸证件照多少钱', answer: '两寸 60 元。' })
  const id = await ask('小满', '证件照多少钱')
  const number = await numberOf(id, '两寸证件照多少钱')

  const edit = { question: '护照相片怎么收费', answer: '护照相片 70 元。' }
  await zhao.call(knowledgeApi.update, { body: { relationId, id: second, version: 1, ...edit } })
  await ask('小满', number)

  expect(await last(id)).toContain('护照相片 70 元。')
})

test('an entry that was switched off since it was offered is not answered from', async () => {
  const { ask, last, runsOf, zhao, relationId } = await menuWorld()
  const id = await ask('小满', '使用规则是什么')
  const [entry] = (await zhao.call(knowledgeApi.page, { body: { relationId } })).items
  if (!entry) throw new Error('nothing was learned')

  await zhao.call(knowledgeApi.update, {
    body: { relationId, id: entry.id, version: entry.version, enabled: false },
  })
  await ask('小满', '2')

  expect(await last(id)).not.toContain('四人餐周末可用')
  expect((await runsOf(id)).at(-1)).toMatchObject({ question: '使用规则是什么', isHit: false })
})

test('a section of a document that was learned again meanwhile is found by its name', async () => {
  const { ask, last, numberOf, zhao, relationId, reception } = await menuWorld()
  const id = await ask('小满', '使用规则是什么')
  const number = await numberOf(id, '四人餐：使用规则')
  const [entry] = (await zhao.call(knowledgeApi.page, { body: { relationId } })).items
  if (!entry) throw new Error('nothing was learned')

  const text =
    '# 双人餐\n## 使用规则\n双人餐周末可用。\n# 四人餐\n## 使用规则\n四人餐周末不可用，请提前三天预约。\n# 六人餐\n## 使用规则\n六人餐不外带。'
  await zhao.call(knowledgeApi.update, { body: { relationId, id: entry.id, version: entry.version, text } })
  while (await reception.ai.work.learning.run());
  await ask('小满', number)

  expect(await last(id)).toContain('四人餐周末不可用，请提前三天预约。')
})
