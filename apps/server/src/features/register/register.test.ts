import { agentApi, authApi, enterpriseApi, pointsApi, registerApi, roleApi, tagApi } from '@ruwu/contract'
import { WELCOME_POINTS } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { agent, captcha, enterprise, smsCode } from '../../db/schema/index.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { digest } from '../../testing/password.ts'
import { world, type World } from '../../testing/world.ts'

const TELEPHONE = '13612345678'
const MINUTE_MS = 60_000
const numberNo = (no: number) => String(13_700_000_000 + no)

async function solveCaptcha({ lin, db }: World) {
  const { captchaId } = await lin.call(authApi.captcha, {})
  const [row] = await db.sql.select().from(captcha).where(eq(captcha.id, captchaId))
  return { captchaId, captchaCode: row?.answer ?? '' }
}

const sendSms = async (here: World, telephone = TELEPHONE) =>
  here.lin.request(registerApi.sendSms, { body: { telephone, ...(await solveCaptcha(here)) } })

async function codeFor(here: World, telephone = TELEPHONE): Promise<string> {
  const { data } = await sendSms(here, telephone)
  return (data as { code: string }).code
}

const formWith = (smsCode: string) => ({
  entName: '青山木业',
  name: '沈青山',
  telephone: TELEPHONE,
  smsCode,
  password: digest('own-secret'),
})

const submit = ({ lin }: World, smsCode: string, change: Partial<ReturnType<typeof formWith>> = {}) =>
  lin.request(registerApi.submit, { body: { ...formWith(smsCode), ...change } })

const enterprisesNamed = ({ db }: World, name: string) =>
  db.sql.select().from(enterprise).where(eq(enterprise.name, name))

// R5
test('a registered enterprise has its owner signed in, the built-in roles, tags and the welcome points', async () => {
  const here = await world()
  const { lin } = here

  const { data } = await submit(here, await codeFor(here))

  const { token, id } = data as { token: string; id: string }
  const headers = { authorization: `Bearer ${token}` }
  expect(await lin.call(enterpriseApi.detail, {}, headers)).toMatchObject({ name: '青山木业' })
  const agents = await lin.call(agentApi.list, { body: {} }, headers)
  expect(agents).toMatchObject([{ id, name: '沈青山', roleName: '管理员', status: 1 }])
  expect(await lin.call(roleApi.list, {}, headers)).toHaveLength(5)
  expect(await lin.call(tagApi.list, { body: {} }, headers)).not.toEqual([])
  expect(WELCOME_POINTS).toBe(500)
  expect(await lin.call(pointsApi.info, {}, headers)).toMatchObject({ bonusHumanPoints: WELCOME_POINTS })
  expect(await auditEntries(here.db, registerApi.submit)).toMatchObject([{ agentId: id, objectName: '青山木业' }])
  expect(
    await lin.request(authApi.login, { body: { telephone: TELEPHONE, password: digest('own-secret') } }),
  ).toMatchObject({ code: 1 })
})

test('two calls with one code at once make one enterprise', async () => {
  const here = await world()
  const smsCode = await codeFor(here)

  const answers = await Promise.all([submit(here, smsCode), submit(here, smsCode), submit(here, smsCode)])

  expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
  expect(await enterprisesNamed(here, '青山木业')).toHaveLength(1)
  expect(await here.db.sql.select().from(agent).where(eq(agent.telephone, TELEPHONE))).toHaveLength(1)
  // By the account that is there, or by the code that is gone.
  expect(answers.filter(({ code }) => code !== 1)).toMatchObject([{ code: 40001 }, { code: 40001 }])
})

test('a code works once, for five minutes, and dies after five wrong tries', async () => {
  const here = await world()
  const { clock } = here
  const first = await codeFor(here)
  const wrong = first === '000000' ? '000001' : '000000'
  const said = async (smsCode: string) => (await submit(here, smsCode)).msg

  for (let no = 0; no < 5; no += 1) expect(await said(wrong)).toBe('验证码错误')
  expect(await said(first)).toBe('验证码已过期')

  clock.advance(MINUTE_MS)
  const second = await codeFor(here)
  clock.advance(5 * MINUTE_MS)
  expect(await said(second)).toBe('验证码已过期')

  const third = await codeFor(here)
  expect((await submit(here, third)).code).toBe(1)
  expect(await said(third)).toBe('验证码已过期')
  expect(await enterprisesNamed(here, '青山木业')).toHaveLength(1)
})

test('a number that has an account is told so only to who holds the code', async () => {
  const here = await world()
  const { lin } = here

  expect(await sendSms(here, lin.telephone)).toMatchObject({ code: 1 })
  expect(await submit(here, '123456', { telephone: lin.telephone })).toMatchObject({
    data: { fields: { smsCode: '验证码错误' } },
  })
  here.clock.advance(MINUTE_MS)
  const code = await codeFor(here, lin.telephone)
  expect(await submit(here, code, { telephone: lin.telephone })).toMatchObject({
    code: 40001,
    data: { fields: { telephone: '该手机号已注册，请直接登录' } },
  })
  expect(await enterprisesNamed(here, '青山木业')).toEqual([])
})

test.each([
  [{ entName: '青' }, { entName: '企业名称须为 2 到 50 个字' }],
  [{ name: ' ' }, { name: '请输入姓名' }],
  [{ telephone: '12345' }, { telephone: '请输入正确的手机号' }],
  [{ smsCode: '12' }, { smsCode: '请输入 6 位数字验证码' }],
  [{ password: digest('12345678') }, { password: '密码太常见，请换一个' }],
])('%j is refused and the code stays', async (change, fields) => {
  const here = await world()
  const code = await codeFor(here)

  expect(await submit(here, code, change)).toMatchObject({ code: 40001, data: { fields } })

  expect((await submit(here, code)).code).toBe(1)
})

test('a picture code is asked for every sending and is valid once', async () => {
  const here = await world()
  const solved = await solveCaptcha(here)
  const send = (captchaCode: string, telephone: string) =>
    here.lin.request(registerApi.sendSms, { body: { telephone, captchaId: solved.captchaId, captchaCode } })

  expect(await send(solved.captchaCode.toLowerCase(), TELEPHONE)).toMatchObject({ code: 1 })
  expect(await send(solved.captchaCode, '13612345679')).toMatchObject({
    data: { fields: { captchaCode: '图形验证码不正确' } },
  })
})

test('a number gets one code in a minute and five in a day, and a refused one counts nowhere', async () => {
  const here = await world()
  const { clock, db } = here

  expect(await sendSms(here)).toMatchObject({ code: 1 })
  const [sent] = await db.sql.select().from(smsCode)
  clock.advance(20_000)
  expect(await sendSms(here)).toMatchObject({ code: 42901, data: { retryAfter: 40 } })
  expect(await db.sql.select().from(smsCode)).toEqual([sent])
  for (let no = 0; no < 4; no += 1) {
    clock.advance(MINUTE_MS)
    expect(await sendSms(here)).toMatchObject({ code: 1 })
  }
  clock.advance(MINUTE_MS)
  expect(await sendSms(here)).toMatchObject({ code: 42901 })
  clock.advance(24 * 60 * MINUTE_MS)
  expect(await sendSms(here)).toMatchObject({ code: 1 })
})

test('an address gets twenty codes in a day', async () => {
  const here = await world()

  for (let no = 0; no < 20; no += 1) expect(await sendSms(here, numberNo(no))).toMatchObject({ code: 1 })

  expect(await sendSms(here, numberNo(20))).toMatchObject({ code: 42901 })
})

test('codes are stored as slow hashes, and the demo alone shows them', async () => {
  const here = await world({ env: { DEMO: 'false', SMS_PER_DAY: '1' } })

  expect(await sendSms(here)).toMatchObject({ code: 1, data: { isSent: false, code: null } })
  const [row] = await here.db.sql.select().from(smsCode)
  expect(row?.codeHash).toMatch(/^\$argon2id\$/)
  // The limit of all numbers together.
  expect(await sendSms(here, '13612345679')).toMatchObject({ code: 42901 })
})

// R5
test('registration that is disabled does not exist', async () => {
  const here = await world({ env: { REGISTER_DISABLED: 'true' } })

  for (const answer of [await sendSms(here), await submit(here, '123456')])
    expect(answer).toMatchObject({ code: 40401, msg: '接口不存在' })
})
