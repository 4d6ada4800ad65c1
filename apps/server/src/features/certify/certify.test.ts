import {
  agentApi,
  authApi,
  type CertifyForm,
  certifyApi,
  channelApi,
  type CertificationId,
  enterpriseApi,
  eventApi,
  registerApi,
  roleApi,
} from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { audit, captcha, certification, channelAccount, enterprise } from '../../db/schema/index.ts'
import { diskStorage } from '../../platform/storage/disk-storage.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { type ChannelWorld, channelWorld, douyinAccount } from '../../testing/channel-world.ts'
import { tokensOf } from '../../testing/fake-platform.ts'
import { digest } from '../../testing/password.ts'
import { Person } from '../../testing/person.ts'
import { storePicture } from '../../testing/stored-picture.ts'
import { saveFiles } from './certify-files.ts'
import { review } from './review.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const CREDIT_CODE = '91330100799655058B'
const MINUTE_MS = 60_000

/** An enterprise that registered itself: its owner, signed in. */
async function register({ lin, db, app, address }: ChannelWorld, telephone: string, entName: string): Promise<Person> {
  const { captchaId } = await lin.call(authApi.captcha, {})
  const [solved] = await db.sql.select().from(captcha).where(eq(captcha.id, captchaId))
  const sent = await lin.call(registerApi.sendSms, {
    body: { telephone, captchaId, captchaCode: solved?.answer ?? '' },
  })
  const form = { entName, name: '沈青山', telephone, smsCode: sent.code ?? '', password: digest('own-secret') }
  const { token, entId, id } = await lin.call(registerApi.submit, { body: form })
  const owner = new Person({ entId, id, roleId: lin.roleId, name: '沈青山', telephone, app, address })
  owner.token = token
  return owner
}

async function upload({ address }: ChannelWorld, person: Person, bytes: Buffer, isPrivate = true): Promise<string> {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)]), 'licence.png')
  body.set('private', String(isPrivate))
  const headers = { authorization: `Bearer ${person.token}` }
  const response = await fetch(`http://${address}/api/attachment/upload`, { method: 'POST', body, headers })
  return ((await response.json()) as { path: string }).path
}

async function begin(telephone = '13612345678', entName = '青山木业') {
  const here = await channelWorld()
  const owner = await register(here, telephone, entName)
  const form = await formOf(here, owner)
  return { here, owner, form, id: (): Promise<CertificationId> => pendingId(here, owner) }
}

const formOf = async (here: ChannelWorld, owner: Person): Promise<CertifyForm> => ({
  subjectType: 'company',
  subjectName: '青山木业有限公司',
  creditCode: CREDIT_CODE,
  legalPerson: '沈青山',
  licenseUrl: await upload(here, owner, PNG),
  contactName: '沈青山',
  contactTelephone: owner.telephone,
  letterUrl: '',
})

async function submit({ clock }: ChannelWorld, owner: Person, form: CertifyForm) {
  clock.advance(MINUTE_MS)
  const { code } = await owner.call(certifyApi.sendSms, { body: { telephone: form.contactTelephone } })
  return owner.request(certifyApi.submit, { body: { ...form, smsCode: code ?? '' } })
}

async function pendingId({ db }: ChannelWorld, { entId }: Person): Promise<CertificationId> {
  const rows = await db.sql.select().from(certification).where(eq(certification.entId, entId))
  const row = rows.find(({ status }) => status === 'pending')
  if (!row) throw new Error('nothing is pending')
  return row.id
}

const statusOf = async (owner: Person) => (await owner.call(certifyApi.info, {})).status

const bind = (here: ChannelWorld, owner: Person, platformId: string) =>
  here.agree(owner, douyinAccount(platformId, tokensOf({ name: platformId, now: here.clock.now() })))

const open = (owner: Person, preCode: string) => owner.request(channelApi.openDouyin, { body: { preCode } })

test('a new enterprise is not certified, submits, is rejected with a reason, submits again and passes', async () => {
  const { here, owner, form, id } = await begin()
  expect(await owner.call(certifyApi.info, {})).toEqual({
    status: 'none',
    subjectName: '',
    creditCode: '',
    reason: '',
    submittedAt: null,
    reviewedAt: null,
  })
  expect(await owner.call(certifyApi.form, {})).toBeNull()

  expect(await submit(here, owner, form)).toMatchObject({ code: 1, data: true })
  expect(await owner.call(certifyApi.info, {})).toMatchObject({ status: 'pending', creditCode: '91330********5058B' })
  expect(await auditEntries(here.db, certifyApi.submit)).toMatchObject([
    { agentId: owner.id, objectName: '青山木业有限公司', after: { creditCode: '91330********5058B' } },
  ])
  await review(here.db, await id(), { status: 'rejected', reason: '营业执照不清晰' }, here.clock.now())
  expect(await owner.call(certifyApi.info, {})).toMatchObject({ status: 'rejected', reason: '营业执照不清晰' })
  expect(await owner.call(certifyApi.form, {})).toEqual(form)

  expect(await submit(here, owner, form)).toMatchObject({ code: 1 })
  const second = await id()
  await review(here.db, second, { status: 'passed', reason: '' }, here.clock.now())
  expect(await owner.call(certifyApi.info, {})).toMatchObject({ status: 'passed', reason: '' })
  expect(await submit(here, owner, form)).toMatchObject({ code: 42200, msg: '企业已认证' })
  expect(await review(here.db, second, { status: 'rejected', reason: '晚了' }, here.clock.now())).toBeUndefined()
  expect(await statusOf(owner)).toBe('passed')
})

test('the decision is in the audit log and reaches the administrators’ open consoles', async () => {
  const { here, owner, form, id } = await begin()
  await submit(here, owner, form)
  const { last } = await owner.call(eventApi.list, { body: {} })

  await review(here.db, await id(), { status: 'rejected', reason: '营业执照不清晰' }, here.clock.now())

  const { items } = await owner.call(eventApi.list, { body: { after: last } })
  expect(items).toMatchObject([
    { type: 'ent_certify_change', payload: { status: 'rejected' } },
    { type: 'hint', payload: { hintType: 'certify_reviewed', text: '企业认证未通过：营业执照不清晰', level: 'warn' } },
  ])
  expect(await here.db.sql.select().from(audit).where(eq(audit.action, 'certify.review'))).toMatchObject([
    { entId: owner.entId, agentId: null, after: { status: '未通过', reason: '营业执照不清晰' } },
  ])
})

test('while one is pending there is no other, not even of two at once', async () => {
  const { here, owner, form } = await begin()
  const { code } = await owner.call(certifyApi.sendSms, { body: { telephone: '13600000001' } })
  const { code: other } = await owner.call(certifyApi.sendSms, { body: { telephone: '13600000002' } })

  const answers = await Promise.all([
    owner.request(certifyApi.submit, {
      body: { ...form, contactTelephone: '13600000001', smsCode: code ?? '' },
    }),
    owner.request(certifyApi.submit, {
      body: { ...form, contactTelephone: '13600000002', smsCode: other ?? '' },
    }),
  ])

  expect(answers.map(({ code: each }) => each).toSorted((a, b) => a - b)).toEqual([1, 42200])
  expect(await here.db.sql.select().from(certification)).toHaveLength(1)
  expect(await submit(here, owner, form)).toMatchObject({ msg: '认证资料正在审核，不能修改' })
})

test.each([
  [{ creditCode: '91330100799655058C' }, { creditCode: '统一社会信用代码不正确' }],
  [{ creditCode: '123' }, { creditCode: '统一社会信用代码不正确' }],
  [{ subjectName: '青' }, { subjectName: '主体名称须为 2 到 50 个字' }],
  [{ legalPerson: '沈' }, { legalPerson: '法定代表人须为 2 到 30 个字' }],
  [{ contactName: '李四' }, { letterUrl: '联系人不是法定代表人，请上传授权书' }],
  [{ licenseUrl: '/api/attachment/../secret' }, { licenseUrl: '请上传营业执照' }],
  [{ licenseUrl: `/api/attachment/${'x'.repeat(32)}` }, { licenseUrl: '请上传营业执照（jpg、png，不超过 5 MB）' }],
])('%j is refused', async (change, fields) => {
  const { here, owner, form } = await begin()

  expect(await submit(here, owner, { ...form, ...change })).toMatchObject({ code: 40001, data: { fields } })
  expect(await statusOf(owner)).toBe('none')
})

test('a licence is a picture by its bytes, private, of this enterprise, and no knowledge entry’s', async () => {
  const { here, owner, form } = await begin()
  const refused = { data: { fields: { licenseUrl: '请上传营业执照（jpg、png，不超过 5 MB）' } } }

  const page = await upload(here, owner, Buffer.from('<script>alert(1)</script>'))
  const foreign = await upload(here, here.rival, PNG)
  const open = await upload(here, owner, PNG, false)
  const file = { entId: owner.entId, uploaderId: owner.id, isForKnowledge: true }
  const ofKnowledge = await storePicture(here.db, file, here.clock.now())
  for (const licenseUrl of [page, foreign, open, ofKnowledge])
    expect(await submit(here, owner, { ...form, licenseUrl })).toMatchObject(refused)
})

test('the contact’s code is checked and works once', async () => {
  const { owner, form } = await begin()

  expect(await owner.request(certifyApi.submit, { body: { ...form, smsCode: '123456' } })).toMatchObject({
    data: { fields: { smsCode: '验证码已过期' } },
  })
})

test('one subject is certified for one enterprise', async () => {
  const { here, owner, form, id } = await begin()
  here.clock.advance(MINUTE_MS)
  const second = await register(here, '13600000009', '另一家')
  const secondForm = await formOf(here, second)
  await submit(here, owner, form)
  await submit(here, second, secondForm)
  const both = [await id(), await pendingId(here, second)]

  const settled = await Promise.allSettled(
    both.map((each) => review(here.db, each, { status: 'passed', reason: '' }, here.clock.now())),
  )

  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { message: '该主体已认证' } })
  here.clock.advance(MINUTE_MS)
  const third = await register(here, '13600000010', '第三家')
  expect(await submit(here, third, await formOf(here, third))).toMatchObject({
    data: { fields: { creditCode: '该主体已认证' } },
  })
})

test('an enterprise that is not certified binds one account, also of two at once; certification lifts it', async () => {
  const { here, owner, form, id } = await begin()
  const attempts = [await bind(here, owner, 'dy-a'), await bind(here, owner, 'dy-b')]

  const answers = await Promise.all(attempts.map((preCode) => open(owner, preCode)))

  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([1, 42200])
  const refusal = answers.find(({ code }) => code !== 1)
  expect(refusal).toMatchObject({ msg: '未认证企业最多绑定 1 个账号', data: { kind: 'not_certified' } })
  // The platform has used up the code: the attempt stays refused.
  const refused = attempts[answers.findIndex(({ code }) => code !== 1)] ?? ''
  expect(await open(owner, refused)).toMatchObject({
    msg: '未认证企业最多绑定 1 个账号',
    data: { kind: 'not_certified' },
  })
  const bound = await here.db.sql.select().from(channelAccount).where(eq(channelAccount.entId, owner.entId))
  expect(bound).toHaveLength(1)
  // The account that is bound can be authorised again.
  const again = await open(owner, await bind(here, owner, bound[0]?.platformId ?? ''))
  expect(again).toMatchObject({ code: 1 })

  await submit(here, owner, form)
  await review(here.db, await id(), { status: 'passed', reason: '' }, here.clock.now())
  expect(await open(owner, await bind(here, owner, 'dy-c'))).toMatchObject({ code: 1 })
})

test('an enterprise that is not certified has two agents, also of three at once; certification lifts it', async () => {
  const { here, owner, form, id } = await begin()
  const [role] = await owner.call(roleApi.list, {})
  const hire = (no: number) =>
    owner.request(agentApi.create, {
      body: {
        name: `客服${no}`,
        telephone: `1370000000${no}`,
        roleId: role!.id,
        accountScope: null,
        limit: 20,
        password: digest('first-Pa55word'),
      },
    })

  const answers = await Promise.all([hire(1), hire(2), hire(3)])

  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([1, 42200, 42200])
  expect(answers.find(({ code }) => code !== 1)?.msg).toBe('客服数量已达上限')
  await submit(here, owner, form)
  await review(here.db, await id(), { status: 'passed', reason: '' }, here.clock.now())
  expect(await hire(4)).toMatchObject({ code: 1 })
})

test('enterprises that the operator created are certified and have nothing to submit', async () => {
  const { zhao } = await channelWorld()

  expect(await zhao.call(certifyApi.info, {})).toMatchObject({ status: 'passed', subjectName: '云上木作' })
  expect(await zhao.call(enterpriseApi.detail, {})).toMatchObject({ isCertified: true })
})

test('the reviewer’s copies of the files have names of ours', async () => {
  const { here, owner, form, id } = await begin()
  const folder = await mkdtemp(path.join(tmpdir(), 'ruwu-certify-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const letterUrl = await upload(here, owner, Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n'))
  await submit(here, owner, { ...form, contactName: '李四', letterUrl })
  const certificationId = await id()
  const [row] = await here.db.sql.select().from(certification).where(eq(certification.id, certificationId))
  const [ent] = await here.db.sql.select().from(enterprise).where(eq(enterprise.id, owner.entId))
  const storage = diskStorage(path.join(folder, 'storage'), 0)
  for (const url of [form.licenseUrl, letterUrl])
    await storage.put(`attachment/${url.slice(-32)}`, PNG, PNG.length, 'image/png')

  await saveFiles({ db: here.db, storage }, row!, path.join(folder, 'out'))

  expect(ent?.certifiedAt).toBeNull()
  expect((await readdir(path.join(folder, 'out'))).toSorted()).toEqual([
    `${certificationId}-授权书.pdf`,
    `${certificationId}-营业执照.png`,
  ])
})
