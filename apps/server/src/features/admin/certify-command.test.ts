import type { CertificationId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { certification } from '../../db/schema/index.ts'
import { readConfig } from '../../platform/config.ts'
import { newId } from '../../platform/ids.ts'
import { world, type World } from '../../testing/world.ts'
import { maintain } from './maintain.ts'

const run = ({ db, clock }: World, ...words: string[]) =>
  maintain({ db, now: clock.now(), config: readConfig({}), dataDir: '/nonexistent' }, ['certify', ...words])

/** Something that waits for its review. */
async function submitted() {
  const here = await world()
  const { db, clock, zhao } = here
  const id = newId<CertificationId>(clock.now())
  await db.sql.insert(certification).values({
    entId: zhao.entId,
    id,
    status: 'pending',
    subjectType: 'company',
    subjectName: '云上木作有限公司',
    creditCode: '91330100799655058B',
    legalPerson: '赵知远',
    licenseUrl: `/api/attachment/${'x'.repeat(32)}`,
    contactName: '赵知远',
    contactTelephone: zhao.telephone,
    submittedBy: zhao.id,
    submittedAt: clock.now(),
  })
  return { here, id }
}

test('the reviewer lists what is pending, approves it once, and the list is empty', async () => {
  const { here, id } = await submitted()

  const listed = await run(here, 'list')
  for (const text of [
    `编号 ${id}`,
    '云上木作（ID',
    '云上木作有限公司（企业）',
    '91330100799655058B',
    here.zhao.telephone,
  ])
    expect(listed).toContain(text)
  expect(await run(here, 'approve', id)).toBe('云上木作有限公司：已认证，已通知企业的管理员')
  await expect(run(here, 'approve', id)).rejects.toThrow('它已经审核过了')
  expect(await run(here, 'list')).toBe('没有待审核的企业认证')
})

test('a rejection has a reason', async () => {
  const { here, id } = await submitted()

  await expect(run(here, 'reject', id)).rejects.toThrow(/^用法：/)
  await expect(run(here, 'reject', id, ' ')).rejects.toThrow('原因须为 1 到 200 个字')
  expect(await run(here, 'reject', id, '营业执照不清晰')).toContain('未通过（营业执照不清晰）')
})

test.each([
  [['approve', '1'], '编号须为'],
  [['files', '0'.repeat(32), '/tmp/x'], '没有这个编号'],
  [['approve', '0'.repeat(32)], '没有这个编号'],
  [['list', 'all'], '用法'],
  [[], '用法'],
])('%j is refused', async (words, reason) => {
  await expect(run(await world(), ...words)).rejects.toThrow(reason)
})
