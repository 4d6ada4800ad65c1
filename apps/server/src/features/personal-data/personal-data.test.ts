import { customerApi, type CustomerId, personalDataApi, type PersonalDataPage } from '@ruwu/contract'
import { beforeEach, expect, test } from 'vitest'
import * as schema from '../../db/schema/index.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import type { Person } from '../../testing/person.ts'
import { type ReceptionWorld, receptionWorld } from '../../testing/reception-world.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'

let here: ReceptionWorld

beforeEach(async () => {
  here = await receptionWorld()
})

const start = (person: Person, customerId: CustomerId) =>
  person.call(personalDataApi.startExport, { body: { customerId } })

/** The agent sends a file whose content is its name. */
async function upload(customerId: CustomerId, name: string): Promise<void> {
  const body = new FormData()
  body.append('topicId', customerId)
  body.append('file', new File([name], name))
  const headers = { authorization: `Bearer ${here.lin.token}` }
  const response = await fetch(`http://${here.address}/api/attachment/upload`, { method: 'POST', body, headers })
  expect(response.status).toBe(200)
}

async function exportAll(person: Person, customerId: CustomerId): Promise<Record<string, PersonalDataPage['rows']>> {
  const data: Record<string, PersonalDataPage['rows']> = {}
  let cursor: string | null = (await start(person, customerId)).cursor
  while (cursor) {
    const page: PersonalDataPage = await person.call(personalDataApi.exportPage, { body: { customerId, cursor } })
    ;(data[page.kind] ??= []).push(...page.rows)
    cursor = page.nextCursor
  }
  return data
}

test('an export has everything of the person, in pages, and nothing of another', async () => {
  const { lin, db } = here
  const texts = Array.from({ length: 5 }, (_, no) => `第 ${no} 句`)
  const customerId = await here.write('小满', '我电话 13877776666', ...texts)
  await here.write('大雪', '另一个人 13966665555')
  await lin.call(customerApi.receive, { body: { customerId } })
  await lin.call(customerApi.createNote, { body: { customerId, text: '喜欢原木' } })
  for (const name of ['a.txt', 'b.txt']) await upload(customerId, name)

  const data = await exportAll(lin, customerId)

  expect(data.customer).toMatchObject([{ name: '小满', platform_user_id: '小满' }])
  expect(JSON.stringify(data.message)).toContain('第 4 句')
  expect(data.customer_note).toMatchObject([{ text: '喜欢原木' }])
  expect(data.lead).toMatchObject([{ value: '13877776666' }])
  expect(data.session).toHaveLength(1)
  expect(data.customer_tag?.map(({ tag }) => tag)).toContain('已留资')
  expect(data.attachment?.map(({ base64 }) => Buffer.from(String(base64), 'base64').toString()).toSorted()).toEqual([
    'a.txt',
    'b.txt',
  ])
  expect(data.platform_delivery?.length).toBeGreaterThan(5)
  const all = JSON.stringify(data)
  expect(all).not.toContain('大雪')
  expect(all).not.toContain('13966665555')
  expect(all).not.toContain('"ent_id"')
  expect(await auditEntries(db, personalDataApi.startExport)).toMatchObject([{ agentId: lin.id, object: customerId }])
})

test('more rows than a page come completely and once', async () => {
  const { db, clock, account } = here
  const customerId = await here.write('小满', '在吗')
  const seqs = Array.from({ length: 450 }, (_, no) => no + 10)
  await db.sql.insert(schema.message).values(
    seqs.map((seq) => ({
      entId: account.entId,
      topicId: customerId,
      seq,
      id: crypto.randomUUID(),
      chatId: `c${seq}`,
      senderId: customerId,
      content: { type: 'text', text: `第 ${seq} 句` },
      isReadable: true,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    })),
  )

  const data = await exportAll(here.lin, customerId)

  const found = data.message?.map(({ seq }) => Number(seq)).filter((seq) => seq >= 10)
  expect(found).toEqual(seqs)
})

const page = (person: Person, id: CustomerId, given: string) =>
  person.refused(personalDataApi.exportPage, { body: { customerId: id, cursor: given } })

test('a page is read only with the own, unexpired cursor of a begun export', async () => {
  const { lin, wei, rival } = here
  const customerId = await here.write('小满', '在吗')
  const other = await here.write('大雪', '在吗')
  const { cursor } = await start(lin, customerId)

  expect(await page(wei, customerId, cursor)).toMatchObject({ code: 40401 })
  expect(await page(lin, other, cursor)).toMatchObject({ code: 40401 })
  expect(await page(lin, customerId, 'made-up')).toMatchObject({ code: 40401 })
  const body = { customerId, cursor }
  expect(await absentForRival(rival, personalDataApi.exportPage, { body })).toMatchObject({ code: 40401 })
  expect(await absentForRival(rival, personalDataApi.startExport, { body })).toMatchObject({ code: 40401 })
  here.clock.advance(3_600_001)
  expect(await page(lin, customerId, cursor)).toMatchObject({ code: 40401 })
})
