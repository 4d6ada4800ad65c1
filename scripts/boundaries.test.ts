import { expect, test } from 'vitest'
import {
  complaint,
  findComplaints,
  findModuleMocks,
  findSqlComplaints,
  type FurtherWriters,
  type WorkspaceMap,
} from './boundaries.mjs'

const map: WorkspaceMap = {
  byName: new Map(
    ['packages/contract', 'packages/domain', 'packages/chat-client', 'packages/ui', 'packages/testkit']
      .concat('apps/server', 'apps/console', 'apps/simulator')
      .map((folder) => [`@ruwu/${folder.split('/')[1]}`, folder]),
  ),
  declared: new Map(),
  shared: new Set(['vitest']),
}
for (const folder of map.byName.values()) map.declared.set(folder, new Set([...map.byName.keys(), 'zod']))

test.each([
  ['packages/domain/src/recall.ts', '@ruwu/contract'],
  ['packages/chat-client/src/store.ts', '@ruwu/domain'],
  ['apps/server/src/compose/app.ts', '@ruwu/domain'],
  ['apps/server/src/compose/app.ts', 'node:fs'],
  ['apps/server/src/compose/app.ts', 'zod'],
  ['apps/server/src/features/lead/lead.service.ts', '../tag/index.ts'],
  ['apps/server/src/features/lead/lead.service.ts', './lead.repo.ts'],
  ['apps/server/src/features/lead/lead.service.ts', '../../customer/customer-writer.ts'],
  ['apps/server/src/outbound/send.service.ts', '../customer/customer-writer.ts'],
  ['apps/server/src/inbound/inbound.service.ts', '../outbound/index.ts'],
  ['apps/server/src/chat/topic/topic-access.ts', '../customer-threads.ts'],
  ['apps/server/src/chat/topic/topic-access.ts', '../message/index.ts'],
  ['apps/server/src/thread/customer-threads.ts', '../chat/index.ts'],
  ['apps/server/src/db/database.ts', '../platform/clock.ts'],
  ['apps/server/src/platform/http/request-replay.ts', '../../db/database.ts'],
  ['apps/server/src/compose/chat.ts', '../thread/index.ts'],
  ['apps/server/src/customer/seat.test.ts', '../testing/world.ts'],
  ['apps/server/src/customer/seat.test.ts', '../thread/thread.repo.ts'],
  ['apps/server/src/testing/world.ts', '../compose/app.ts'],
  ['apps/console/src/app.tsx', '@ruwu/ui/theme.ts'],
  ['apps/simulator/src/phone.tsx', '@ruwu/domain/emoji'],
  ['apps/server/src/features/tag/tag.test.ts', '@ruwu/testkit'],
  ['apps/server/src/testing/world.ts', '@ruwu/testkit'],
  ['apps/server/src/features/tag/tag.test.ts', 'vitest'],
  ['apps/server/src/channels/douyin/douyin.test.ts', '../../../../../fixtures/platforms/douyin.json'],
])('%s may import %s', (file, specifier) => {
  expect(complaint(map, file, specifier)).toBeUndefined()
})

test.each([
  ['packages/contract/src/index.ts', '@ruwu/domain'],
  ['packages/domain/src/recall.ts', '@ruwu/chat-client'],
  ['packages/ui/src/button.tsx', '@ruwu/contract'],
  ['apps/server/src/compose/app.ts', '@ruwu/chat-client'],
  ['apps/console/src/app.tsx', '@ruwu/server'],
  ['apps/simulator/src/phone.tsx', '@ruwu/domain'],
  ['apps/simulator/src/phone.tsx', '@ruwu/server'],
  ['apps/server/src/compose/app.ts', '@ruwu/testkit'],
  ['apps/server/src/compose/app.ts', '../../../../packages/domain/src/recall.ts'],
  ['apps/server/src/features/lead/lead.service.ts', '../tag/tag.repo.ts'],
  ['apps/server/src/features/lead/lead.test.ts', '../tag/tag.repo.ts'],
  // Against the layer order.
  ['apps/server/src/platform/http/implement.ts', '../../features/auth/index.ts'],
  ['apps/server/src/realtime/hub.ts', '../chat/topic/index.ts'],
  ['apps/server/src/channels/source.ts', '../customer/customer-change.ts'],
  ['apps/server/src/engine/engine.ts', '../channels/http/json.ts'],
  ['apps/server/src/chat/topic/topic-access.ts', '../../customer/watchers.repo.ts'],
  ['apps/server/src/customer/customer-writer.ts', '../reception/index.ts'],
  ['apps/server/src/outbound/send.service.ts', '../inbound/index.ts'],
  ['apps/server/src/list/list.service.ts', '../outbound/index.ts'],
  ['apps/server/src/reception/owner.service.ts', '../features/points/index.ts'],
  ['apps/server/src/features/lead/lead.service.ts', '../../compose/app.ts'],
  ['apps/server/src/new-folder/thing.ts', '../db/database.ts'],
  // Past an index.ts.
  ['apps/server/src/features/lead/lead.service.ts', '../../outbound/put-outbound.ts'],
  ['apps/server/src/compose/app.ts', '../inbound/hooks.routes.ts'],
  ['apps/server/src/customer/customer-writer.ts', '../realtime/bus.ts'],
  ['apps/server/src/thread/customer-threads.ts', '../chat/customer-threads.ts'],
  ['apps/server/src/chat/conversation/read.service.ts', '../topic/topic.repo.ts'],
  ['apps/console/src/features/workbench/chat-page.tsx', '../tag/components/tag-list.tsx'],
  ['apps/server/src/compose/app.ts', 'left-pad'],
  ['apps/server/src/compose/app.ts', '@scope/left-pad/deep.js'],
  ['apps/server/src/compose/app.ts', 'vitest'],
])('%s may not import %s', (file, specifier) => {
  expect(complaint(map, file, specifier)).toBeTypeOf('string')
})

test('every way to name a module is seen, with its line', () => {
  const source = [
    `import { a } from 'a'`,
    `import type { b } from 'b'`,
    `export * from 'c'`,
    `export { d } from 'd'`,
    `export const e = () => import('e')`,
    `export type F = import('f').F`,
    `import 'g'`,
  ].join('\n')

  const found = findComplaints(map, 'apps/server/src/compose/app.ts', source).map((line) =>
    line.split('  ').slice(0, 2),
  )

  const expected = 'abcdefg'.split('').map((name, index) => [`apps/server/src/compose/app.ts:${index + 1}`, name])
  expect(found).toHaveLength(expected.length)
  expect(found).toEqual(expect.arrayContaining(expected))
})

const SCHEMA = 'apps/server/src/db/schema/lead.ts'
const sources: Record<string, string> = {
  [SCHEMA]: `export const lead = pgTable(\n  'lead', {})\nexport const outbox = pgTable('outbox', {})`,
  'apps/server/src/features/lead/lead.repo.ts': `import { eq } from 'drizzle-orm'\nimport { lead } from '../../db/schema/index.ts'\nawait db.insert(lead).values(row)`,
}
const complaintsWith = (added: Record<string, string>, furtherWriters: FurtherWriters = {}) => {
  const all = { ...sources, ...added }
  return findSqlComplaints(Object.keys(all), (file) => all[file] ?? '', furtherWriters)
}

test('SQL in repo files, in db/ and in tests is no offence', () => {
  expect(
    complaintsWith({
      'apps/server/src/db/rows.ts': `import { sql } from 'drizzle-orm'`,
      'apps/server/src/features/lead/lead.test.ts': `import { sql } from 'drizzle-orm'\nawait db.delete(outbox)`,
      'apps/server/src/features/lead/lead.service.ts': `import type { SQL } from 'drizzle-orm'\nimport type { lead } from '../../db/schema/index.ts'`,
    }),
  ).toEqual([])
})

test.each([
  ['a query builder', `import { eq } from 'drizzle-orm'`],
  ['a table as a value', `import { lead } from '../../db/schema/index.ts'`],
  ['a statement as text', 'await client.query(`select id from lead where ent_id = $1`)'],
])('%s outside a repo file is an offence', (_, source) => {
  expect(complaintsWith({ 'apps/server/src/features/lead/lead.service.ts': source })).toHaveLength(1)
})

test.each([
  ['drizzle', `import { lead } from '../db/schema/index.ts'\nawait db.update(lead).set({})`],
  ['raw SQL', 'await db.execute(sql`delete from lead where id = ${id}`)'],
  ['a table as a parameter', 'await db.execute(sql`insert into ${lead} values (1)`)'],
  ['the row helpers', 'await insertRows(db, lead, rows)'],
])('a table that a second folder writes by %s is an offence', (_, source) => {
  const found = complaintsWith({ 'apps/server/src/customer/additions.repo.ts': source })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain('表 lead')
})

test('an exception names the second writer; one that is no longer needed is an offence itself', () => {
  const writers = { lead: { customer: 'written with the change' } }
  const second = { 'apps/server/src/customer/additions.repo.ts': 'await insertRows(db, lead, rows)' }
  expect(complaintsWith(second, writers)).toEqual([])
  expect(complaintsWith({}, writers)).toHaveLength(1)
})

test('a test that replaces a module is found', () => {
  const source = "import { vi } from 'vitest'\n\nvi.mock('../call.ts', () => ({}))\n"

  expect(findModuleMocks('apps/console/src/a.test.ts', source)).toHaveLength(1)
  expect(findModuleMocks('apps/console/src/a.test.ts', 'vi.fn()')).toEqual([])
})
