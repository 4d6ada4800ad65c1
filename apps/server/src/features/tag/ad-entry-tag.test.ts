import { readFile } from 'node:fs/promises'
import { tagApi, type TagId } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { systemTagId } from '../../customer/customer-tags.ts'
import { customer, customerTag, tag } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { workbenchWorld } from '../../testing/workbench-world.ts'

const MIGRATION = new URL('../../db/migrations/0022_one_request.sql', import.meta.url)

test('an enterprise that was there before gets the tag 广告进线, also its customers who came by an advertisement', async () => {
  const { db, zhao, write, clock } = await workbenchWorld()
  const came = await write('小满', '在吗')
  await write('小陈', '在吗')
  const id = systemTagId(zhao.entId, 'ad_entry')
  await db.sql.delete(tag).where(eq(tag.system, 'ad_entry'))
  await db.sql.update(customer).set({ byAd: true }).where(eq(customer.id, came))
  const own = {
    entId: zhao.entId,
    id: newId<TagId>(clock.now()),
    name: '广告进线',
    color: 'blue',
    kind: 'manual',
  } as const
  await db.sql.insert(tag).values({ ...own, createdAt: clock.now(), updatedAt: clock.now() })

  const statements = (await readFile(MIGRATION, 'utf8')).split('--> statement-breakpoint')
  const from = statements.findIndex((each) => each.includes('UPDATE "tag"'))
  for (const statement of statements.slice(from)) await db.pool.query(statement)

  const names = (await zhao.call(tagApi.list, { body: {} })).map(({ name, kind }) => `${kind} ${name}`)
  expect(names).toEqual(expect.arrayContaining(['manual 广告进线（自建）', 'system 广告进线']))
  expect(await db.sql.select().from(customerTag).where(eq(customerTag.tagId, id))).toMatchObject([{ customerId: came }])
  const [row] = await db.sql.select().from(customer).where(eq(customer.id, came))
  expect(row?.tagIds).toContain(id)
})
