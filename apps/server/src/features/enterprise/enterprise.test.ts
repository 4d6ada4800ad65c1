import { enterpriseApi, type EnterpriseFields } from '@ruwu/contract'
import { applyEnterpriseEvent } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { enterprise } from '../../db/schema/index.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { materialWorld } from '../../testing/material-world.ts'
import type { Person } from '../../testing/person.ts'
import { watch } from '../../testing/watch.ts'
import { world } from '../../testing/world.ts'

const fields: EnterpriseFields = {
  logo: '',
  name: '云上木作',
  shortName: '云杉',
  industry: 'home',
  scale: 'up_to_50',
  region: 'zj',
  contact: '赵知远',
  phone: '0571-88886666',
  timezone: 'Asia/Tokyo',
  watermark: true,
  retentionDays: 365,
}

const detail = (person: Person) => person.call(enterpriseApi.detail, {})

test('a change is stored, and every open console agrees with a fresh fetch', async () => {
  const { zhao, lin, rival } = await world()
  const open = await watch(lin, enterpriseApi.detail, {}, (shown, event) =>
    event.type === 'enterprise_change' ? applyEnterpriseEvent(shown, event) : shown,
  )
  const { version } = await detail(zhao)
  const theirs = await detail(rival)

  const saved = await zhao.call(enterpriseApi.update, { body: { ...fields, version } })

  expect(saved).toMatchObject({ ...fields, version: version + 1, updatedBy: zhao.id })
  expect(await open.settle()).toEqual(saved)
  expect(await open.refetch()).toEqual(saved)
  expect(await detail(rival)).toEqual(theirs)
})

test('the log names the fields that changed, with the telephone masked', async () => {
  const { zhao, db, clock } = await world()
  const { version } = await detail(zhao)
  const saved = await zhao.call(enterpriseApi.update, { body: { ...fields, phone: '13812345678', version } })
  clock.advance(1)
  await zhao.call(enterpriseApi.update, {
    body: { ...fields, phone: '13812345678', region: '', version: saved.version },
  })

  const [first, second] = await auditEntries(db, enterpriseApi.update)
  expect(first).toMatchObject({
    agentId: zhao.id,
    after: { industry: '家居家装', phone: '138****5678', watermark: '是' },
  })
  expect(second).toMatchObject({ before: { region: '浙江' }, after: {} })
})

test('of two administrators who save at once one is told who was first', async () => {
  const { zhao, lin } = await world()
  const { version } = await detail(zhao)

  const save = (shortName: string) =>
    zhao.call(enterpriseApi.update, { body: { ...fields, shortName, version } }).then(
      () => 'saved',
      (error: Error) => error.message,
    )
  const answers = await Promise.all([save('一号家居'), save('二号家居')])

  expect(answers.filter((answer) => answer === 'saved')).toHaveLength(1)
  expect(answers.filter((answer) => answer !== 'saved')).toEqual([
    expect.stringContaining('内容已被 赵知远 更新，请刷新后重试'),
  ])
  expect((await detail(lin)).version).toBe(version + 1)
})

test('bad values change nothing and name their field', async () => {
  const { zhao, lin } = await world()
  const before = await detail(zhao)
  const refused = async (change: object) =>
    (await zhao.refused(enterpriseApi.update, { body: { ...fields, version: before.version, ...change } })).data

  expect(await refused({ industry: 'piracy' })).toEqual({ fields: { industry: '请选择列表中的选项' } })
  expect(await refused({ name: '云' })).toEqual({ fields: { name: '企业名称为 2 到 50 个字' } })
  expect(await refused({ timezone: 'Mars/Olympus' })).toEqual({ fields: { timezone: '请选择时区' } })
  expect(await lin.refused(enterpriseApi.update, { body: { ...fields, version: before.version } })).toMatchObject({
    code: 40301,
  })
  expect(await detail(zhao)).toEqual(before)
})

test('the name is fixed once the enterprise is certified', async () => {
  const { zhao, db } = await world()
  const { version } = await detail(zhao)
  const rename = () => zhao.request(enterpriseApi.update, { body: { ...fields, name: '云杉家居集团', version } })

  expect(await rename()).toMatchObject({ code: 40001, data: { fields: { name: '企业已认证，名称不能修改' } } })
  await db.sql.update(enterprise).set({ certifiedAt: null }).where(eq(enterprise.id, zhao.entId))
  expect(await rename()).toMatchObject({ code: 1, data: { name: '云杉家居集团' } })
})

test('a logo is a picture of the own enterprise, up to 2 MB', async () => {
  const { zhao, rival, upload } = await materialWorld()
  const { version } = await detail(zhao)
  const logo = await upload(zhao)
  const problemOf = async (address: string) =>
    (await zhao.refused(enterpriseApi.update, { body: { ...fields, logo: address, version } })).data

  expect(await problemOf(await upload(rival))).toEqual({ fields: { logo: '图片不存在或已删除' } })
  expect(await problemOf('https://example.com/a.png')).toEqual({ fields: { logo: '图片不存在或已删除' } })
  expect(await problemOf(await upload(zhao, 'no picture'))).toEqual({ fields: { logo: '图片只支持 jpg、png 格式' } })
  expect((await zhao.call(enterpriseApi.update, { body: { ...fields, logo, version } })).logo).toBe(logo)
})

test('the options of the form come by their kind', async () => {
  const { lin } = await world()

  const [scale] = await lin.call(enterpriseApi.listDicts, { body: { types: ['scale', 'scale'] } })

  expect(scale).toMatchObject({ type: 'scale' })
  expect(scale?.items).toContainEqual({ value: 'up_to_50', label: '20–50 人' })
})
