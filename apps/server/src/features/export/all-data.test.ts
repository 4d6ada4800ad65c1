import { CORE_BASE_PATH, customerSettingApi, type ExportId, exportApi } from '@ruwu/contract'
import { allPermissions } from '@ruwu/domain'
import { beforeEach, expect, test } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { digest, PASSWORD } from '../../testing/password.ts'
import type { Person } from '../../testing/person.ts'
import { unzip } from '../../testing/unzip.ts'
import { type WorkbenchWorld, workbenchWorld } from '../../testing/workbench-world.ts'

let here: WorkbenchWorld

beforeEach(async () => {
  here = await workbenchWorld()
})

const withPassword = (password = PASSWORD) => ({ body: { password: digest(password) } })
const item = async (person: Person) => (await person.call(exportApi.list, { body: {} })).items[0]

async function download({ token }: Person, exportId: ExportId) {
  const url = `${CORE_BASE_PATH}${exportApi.download.path}?exportId=${exportId}`
  return here.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
}

test('管理员 exports everything of the enterprise, without secrets and without another’s rows', async () => {
  const { zhao, rival, db } = here
  await here.write('小满', '我想看看三房')
  const flags = { required: false, inList: true, sensitive: false, aiFill: false, enabled: true }
  for (const person of [zhao, rival])
    await person.call(customerSettingApi.createField, { body: { ...flags, name: '户型', type: 'text', options: [] } })

  const { exportId } = await zhao.call(exportApi.createAll, withPassword())
  await here.reception.work.exports.run()

  expect(await item(zhao)).toMatchObject({ exportId, name: '全部数据', filterText: '企业的全部数据', status: 'done' })
  const answer = await download(zhao, exportId)
  expect(answer.headers['content-type']).toBe('application/zip')
  const files = unzip(answer.rawPayload)
  const rowsOf = (table: string) =>
    (files.get(`${table}.jsonl`) ?? '')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as object)
  expect(rowsOf('customer')).toMatchObject([{ name: '小满' }])
  expect(JSON.stringify(rowsOf('message'))).toContain('我想看看三房')
  expect(rowsOf('customer_field')).toHaveLength(1)
  expect(rowsOf('enterprise')).toMatchObject([{ name: expect.any(String) }])
  const agents = rowsOf('agent')
  expect(agents.length).toBeGreaterThan(2)
  for (const agent of agents) expect(agent).not.toHaveProperty('password_hash')
  expect(files.get('说明.txt')).toContain('每行一条 JSON')
  expect((await item(zhao))?.rows).toBe(
    [...files]
      .filter(([name]) => name.endsWith('.jsonl'))
      .reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0),
  )
  expect(await auditEntries(db, exportApi.createAll)).toMatchObject([{ agentId: zhao.id, objectName: '全部数据' }])
})

test('a wrong password, or one permission too few, exports nothing', async () => {
  const { zhao, hire } = here
  expect(await zhao.refused(exportApi.createAll, withPassword('not-the-one'))).toMatchObject({
    code: 40001,
    data: { fields: { password: '密码不正确' } },
  })
  const deputy = await hire(
    '副手',
    allPermissions().filter((each) => each !== 'audit:viewPage'),
  )
  await deputy.signIn()
  expect(await deputy.refused(exportApi.createAll, withPassword())).toMatchObject({
    code: 42200,
    msg: '仅管理员可以导出全部数据',
  })

  expect(await item(zhao)).toBeUndefined()
  expect(await item(deputy)).toBeUndefined()
})
