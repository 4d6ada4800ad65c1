import { agentApi, authApi, type CaptchaId, CORE_BASE_PATH, enterpriseApi, REQUEST_ID_HEADER } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { CAPTCHAS_IN_TOTAL, CAPTCHAS_PER_ADDRESS } from './auth.service.ts'
import { agent, authSession, captcha, requestAnswer, throttle } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { digest, PASSWORD } from '../../testing/password.ts'
import { world, type World } from '../../testing/world.ts'
import { TOKEN_UNUSED_LIMIT_MS } from './auth.repo.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

test('signing in answers the token, the enterprise and the agent', async () => {
  const { lin } = await world()

  const answer = await lin.call(authApi.login, { body: { telephone: lin.telephone, password: digest(PASSWORD) } })

  expect(answer).toMatchObject({ entId: lin.entId, id: lin.id, entName: '云上木作' })
  expect(answer.token).toMatch(/^[\w-]{43}$/)
})

test('the token is nowhere in the database, nor is the password', async () => {
  const { lin, db } = await world()

  const sessions = JSON.stringify(await db.sql.select().from(authSession))
  const people = JSON.stringify(await db.sql.select().from(agent))

  expect(sessions).not.toContain(lin.token)
  expect(people).not.toContain(digest(PASSWORD))
  expect(people).toContain('$argon2id$')
})

test('a wrong password and an unknown telephone are refused with the same words', async () => {
  const { lin } = await world()

  const wrong = await lin.refused(authApi.login, { body: { telephone: lin.telephone, password: digest('wrong-one') } })
  const unknown = await lin.refused(authApi.login, {
    body: { telephone: '13999999999', password: digest('wrong-one') },
  })

  expect(wrong).toEqual({ code: 40102, msg: '手机号或密码错误', data: { captchaRequired: false } })
  expect(unknown).toEqual(wrong)
})

test('after three failures the picture code is asked, and each picture is good for one try', async () => {
  const { lin, db } = await world()
  const attempt = (extra: object = {}, password = 'wrong-one') =>
    lin.request(authApi.login, { body: { telephone: lin.telephone, password: digest(password), ...extra } })
  await attempt()
  await attempt()
  expect(await attempt()).toMatchObject({ code: 40102, data: { captchaRequired: true } })

  expect(await attempt()).toMatchObject({ code: 40001, data: { fields: { captchaCode: '请输入图形验证码' } } })

  const { captchaId, image } = await lin.call(authApi.captcha, {})
  expect(image).toMatch(/^data:image\/png;base64,/)
  expect(await attempt({ captchaId, captchaCode: '????' })).toMatchObject({
    code: 40001,
    data: { fields: { captchaCode: '图形验证码不正确' }, captchaRequired: true },
  })

  const next = await lin.call(authApi.captcha, {})
  const [row] = await db.sql.select().from(captcha).where(eq(captcha.id, next.captchaId))
  const solved = { captchaId: next.captchaId, captchaCode: row!.answer.toLowerCase() }
  expect(await attempt(solved)).toMatchObject({ code: 40102 })
  expect(await attempt(solved, PASSWORD)).toMatchObject({
    code: 40001,
    data: { fields: { captchaCode: '图形验证码不正确' } },
  })
})

test('five failures in a quarter of an hour close the account to their address, the right password included', async () => {
  const { lin, db, clock } = await world()
  const attempt = async (password: string) => {
    const { captchaId } = await lin.call(authApi.captcha, {})
    const [row] = await db.sql.select().from(captcha).where(eq(captcha.id, captchaId))
    const body = { telephone: lin.telephone, password: digest(password), captchaId, captchaCode: row!.answer }
    return lin.request(authApi.login, { body })
  }
  for (let failure = 1; failure <= 5; failure += 1) expect(await attempt('wrong-one')).toMatchObject({ code: 40102 })
  const entries = await auditEntries(db, authApi.login)
  expect(entries.filter(({ action }) => action === 'auth.locked')).toMatchObject([{ object: lin.id }])

  expect(await attempt(PASSWORD)).toMatchObject({
    code: 42901,
    msg: '登录失败次数过多，请 15 分钟后再试',
    data: { retryAfter: 900 },
  })

  clock.advance(15 * MINUTE)
  expect(await attempt(PASSWORD)).toMatchObject({ code: 1 })
})

/** Signs in from an address, with what a browser would send and solving the picture code where it is asked. */
const loginFrom = ({ app, db, clock, lin }: World) => {
  const post = (ip: string, payload: object, cookie = '') =>
    app.inject({
      method: 'POST',
      url: `${CORE_BASE_PATH}${authApi.login.path}`,
      remoteAddress: ip,
      payload: { telephone: lin.telephone, ...payload },
      headers: { cookie },
    })
  return async (ip: string, password: string, cookie?: string) => {
    const captchaId = newId<CaptchaId>(clock.now())
    await db.sql.insert(captcha).values({ id: captchaId, answer: 'A3K9', expiresAt: new Date('2100-01-01') })
    const answer = await post(ip, { password: digest(password), captchaId, captchaCode: 'A3K9' }, cookie)
    return { ...answer.json<{ code: number }>(), cookie: String(answer.headers['set-cookie']).split(';', 1)[0] ?? '' }
  }
}

test('wrong passwords from one address lock nobody out elsewhere', async () => {
  const attempt = loginFrom(await world())
  for (let n = 0; n < 5; n += 1) expect(await attempt('203.0.113.9', 'wrong-one')).toMatchObject({ code: 40102 })

  expect(await attempt('203.0.113.9', PASSWORD)).toMatchObject({ code: 42901 })
  expect(await attempt('198.51.100.1', PASSWORD)).toMatchObject({ code: 1 })
})

test('a browser that has signed in passes whatever others have tried, also behind their address', async () => {
  const here = await world()
  const attempt = loginFrom(here)
  const { cookie } = await attempt('198.51.100.1', PASSWORD)
  expect(cookie).toMatch(/^device=[\w-]{40,}$/)

  for (let n = 0; n < 5; n += 1) await attempt('198.51.100.1', 'wrong-one')
  // The others from all over the world.
  await here.db.sql
    .update(throttle)
    .set({ count: 100 })
    .where(eq(throttle.key, `login:account:${here.lin.telephone}`))

  expect(await attempt('198.51.100.7', PASSWORD)).toMatchObject({ code: 42901 })
  expect(await attempt('198.51.100.1', PASSWORD)).toMatchObject({ code: 42901 })
  expect(await attempt('198.51.100.1', PASSWORD, cookie)).toMatchObject({ code: 1 })
  for (let n = 0; n < 5; n += 1)
    expect(await attempt('198.51.100.1', 'wrong-one', cookie)).toMatchObject({ code: 40102 })
  expect(await attempt('198.51.100.1', PASSWORD, cookie)).toMatchObject({ code: 42901 })
})

test('a device of another account, or a made-up one, is not known', async () => {
  const here = await world()
  const attempt = loginFrom(here)
  const { cookie } = await loginFrom({ ...here, lin: here.wei })('198.51.100.1', PASSWORD)
  for (let n = 0; n < 5; n += 1) await attempt('198.51.100.1', 'wrong-one')

  for (const other of [cookie, 'device=made-up', 'device='])
    expect(await attempt('198.51.100.1', PASSWORD, other)).toMatchObject({ code: 42901 })
})

test('forty wrong passwords at once are judged five times at most', async () => {
  const { lin } = await world()

  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      lin.request(authApi.login, { body: { telephone: lin.telephone, password: digest('wrong-one') } }),
    ),
  )

  expect(answers.filter((answer) => answer.code === 40102).length).toBeLessThanOrEqual(5)
  expect(answers.every((answer) => [40102, 40001, 42901].includes(answer.code))).toBe(true)
})

test('twenty failures from one address close it for every account', async () => {
  const { lin } = await world()
  const attempt = (telephone: string) =>
    lin.request(authApi.login, { body: { telephone, password: digest('wrong-one') } })
  for (let n = 0; n < 20; n += 1) expect(await attempt(String(13_700_000_000 + n))).toMatchObject({ code: 40102 })

  expect(await attempt('13700000099')).toMatchObject({ code: 42901, msg: '登录失败次数过多，请 15 分钟后再试' })
})

test('made-up telephones leave a bounded number of rows, counted by the /64 network, and a success leaves none', async () => {
  const { app, db, lin } = await world()
  const attempt = (telephone: string, password: string, n: number) => {
    const url = CORE_BASE_PATH + authApi.login.path
    const payload = { telephone, password: digest(password) }
    return app.inject({ method: 'POST', url, payload, remoteAddress: `2001:db8::${n.toString(16)}` })
  }
  expect((await attempt(lin.telephone, PASSWORD, 1)).json()).toMatchObject({ code: 1 })
  expect(await db.sql.select().from(throttle)).toEqual([])

  for (let n = 0; n < 60; n += 1) await attempt(String(13_700_000_000 + n), 'wrong-one', n)

  expect(await db.sql.select().from(throttle)).toHaveLength(1 + 2 * 20)
  expect((await attempt(lin.telephone, PASSWORD, 61)).json()).toMatchObject({ code: 42901 })
})

test('an address takes a small part of the captchas, and all together have a bound', async () => {
  const { app, db, clock } = await world()
  const ask = async (ip: string) => {
    const answer = await app.inject({ url: CORE_BASE_PATH + authApi.captcha.path, remoteAddress: ip })
    return answer.json<{ code: number }>().code
  }
  const count = async (key: string, to: number) => {
    await ask('2001:db8:1::1')
    await db.sql.update(throttle).set({ count: to }).where(eq(throttle.key, key))
  }

  await count('captcha:2001:db8:1:0::/64', CAPTCHAS_PER_ADDRESS.most - 1)
  expect([await ask('2001:db8:1::1'), await ask('2001:db8:1::2'), await ask('198.51.100.1')]).toEqual([1, 42901, 1])

  await count('captcha', CAPTCHAS_IN_TOTAL.most - 1)
  expect([await ask('198.51.100.2'), await ask('198.51.100.3')]).toEqual([1, 42901])
  expect(CAPTCHAS_PER_ADDRESS.most).toBeLessThanOrEqual(CAPTCHAS_IN_TOTAL.most / 50)
  expect(await db.sql.select().from(captcha)).toHaveLength(4)
  clock.advance(CAPTCHAS_IN_TOTAL.windowMs)
  expect(await ask('198.51.100.3')).toBe(1)
})

test('of many captchas asked for at once most are refused at once', async () => {
  const { app } = await world()
  const ask = (n: number) =>
    app.inject({ url: CORE_BASE_PATH + authApi.captcha.path, remoteAddress: `198.51.100.${n}` })

  const answers = await Promise.all(Array.from({ length: 80 }, (_, n) => ask(n)))

  const drawn = answers.filter((answer) => answer.json<{ code: number }>().code === 1)
  expect(drawn.length).toBeGreaterThan(0)
  expect(drawn.length).toBeLessThan(80)
})

test('a disabled agent is told so, but only with the right password, and open tokens stop working', async () => {
  const { lin, db } = await world()
  await db.sql.update(agent).set({ enabled: false }).where(eq(agent.id, lin.id))
  const attempt = (password: string) =>
    lin.refused(authApi.login, { body: { telephone: lin.telephone, password: digest(password) } })

  expect(await attempt('wrong-one')).toMatchObject({ code: 40102 })
  expect(await attempt(PASSWORD)).toMatchObject({ code: 42200, msg: '账号已停用，请联系管理员' })
  expect(await lin.request(enterpriseApi.detail, {})).toMatchObject({ status: 401, code: 40101, msg: '请重新登录' })
})

test('signing in elsewhere ends the first console with kick_self', async () => {
  const { lin } = await world()
  const first = await lin.connect()
  const firstToken = lin.token

  await lin.signIn()

  expect(await first.next((frame) => frame.type === 'kickout')).toEqual({ type: 'kickout', message: 'kick_self' })
  expect(await first.whenClosed()).toEqual({ code: 4003, reason: 'kicked' })
  expect(await lin.request(enterpriseApi.detail, {}, { authorization: `Bearer ${firstToken}` })).toMatchObject({
    status: 401,
  })
  expect(await lin.call(enterpriseApi.detail, {})).toMatchObject({ name: '云上木作' })
})

test('two tabs of one browser share the token and neither is kicked', async () => {
  const { lin } = await world()

  const tabs = [await lin.connect(), await lin.connect()]
  for (const tab of tabs) await tab.roundTrip()

  expect(tabs.map((tab) => tab.closed)).toEqual([undefined, undefined])
})

test('three sign-ins at once leave exactly one that works', async () => {
  const { lin, db } = await world()

  const answers = await Promise.all(
    Array.from({ length: 3 }, () =>
      lin.call(authApi.login, { body: { telephone: lin.telephone, password: digest(PASSWORD) } }),
    ),
  )

  const working = await Promise.all(
    answers.map(({ token }) => lin.request(enterpriseApi.detail, {}, { authorization: `Bearer ${token}` })),
  )
  expect(working.filter((answer) => answer.code === 1)).toHaveLength(1)
  const open = (await db.sql.select().from(authSession).where(eq(authSession.agentId, lin.id))).filter(
    (row) => !row.revokedAt,
  )
  expect(open).toHaveLength(1)
})

test('signing out ends this token and its sockets without a kick', async () => {
  const { lin } = await world()
  const socket = await lin.connect()

  await lin.call(authApi.logout, {})

  expect(await socket.whenClosed()).toEqual({ code: 4001, reason: 'revoked' })
  expect(socket.take('kickout')).toEqual([])
  expect(await lin.request(enterpriseApi.detail, {})).toMatchObject({ status: 401 })
})

test('a token unused for thirty days is dead, and one in use lives on', async () => {
  const { lin, wei, clock } = await world()
  expect(TOKEN_UNUSED_LIMIT_MS).toBe(30 * DAY)
  clock.advance(20 * DAY)
  await lin.call(enterpriseApi.detail, {})

  clock.advance(20 * DAY)

  expect(await lin.request(enterpriseApi.detail, {})).toMatchObject({ code: 1 })
  expect(await wei.request(enterpriseApi.detail, {})).toMatchObject({ status: 401 })
})

test('a token in daily use ends after half a year', async () => {
  const { lin, clock } = await world()
  for (let day = 0; day < 180; day += 20) {
    expect(await lin.request(enterpriseApi.detail, {})).toMatchObject({ code: 1 })
    clock.advance(20 * DAY)
  }

  expect(await lin.request(enterpriseApi.detail, {})).toMatchObject({ status: 401 })
})

test('a repeated sign-in request is answered with the first answer and signs in once', async () => {
  const { lin, db } = await world()
  const headers = { [REQUEST_ID_HEADER]: 'a'.repeat(32) }
  const body = { telephone: lin.telephone, password: digest(PASSWORD) }

  const [first, second] = await Promise.all([
    lin.call(authApi.login, { body }, headers),
    lin.call(authApi.login, { body }, headers),
  ])
  const third = await lin.call(authApi.login, { body }, headers)

  expect(second).toEqual(first)
  expect(third).toEqual(first)
  expect(await db.sql.select().from(authSession).where(eq(authSession.agentId, lin.id))).toHaveLength(2)
})

test('refused sign-ins of strangers leave no answers behind', async () => {
  const { lin, db } = await world()
  const headers = { [REQUEST_ID_HEADER]: 'b'.repeat(32) }

  for (const password of ['wrong-one', 'wrong-two'])
    expect(
      await lin.request(authApi.login, { body: { telephone: lin.telephone, password: digest(password) } }, headers),
    ).toMatchObject({ code: 40102 })

  expect(await db.sql.select().from(requestAnswer)).toEqual([])
})

// R92
test('the keep-alive of a closing page is a call of the core path itself', async () => {
  const { lin } = await world()

  expect(await lin.call(authApi.keepAlive, { query: {} })).toBe(true)
  lin.token = ''
  expect(await lin.request(authApi.keepAlive, { query: {} })).toMatchObject({ status: 401 })
})

test('a password change racing with a sign-in never leaves a sign-in made with the old password', async () => {
  const { lin } = await world()
  const newPassword = digest('brand-new-one')

  const [, login] = await Promise.all([
    lin.call(agentApi.changeOwnPassword, { body: { oldpassword: digest(PASSWORD), newPassword } }),
    lin.request(authApi.login, { body: { telephone: lin.telephone, password: digest(PASSWORD) } }),
  ])

  // Refused, or signed in first and then kicked by the change.
  expect([1, 40102]).toContain(login.code)
  const token = (login.data as { token?: string }).token ?? 'none'
  expect(await lin.request(enterpriseApi.detail, {}, { authorization: `Bearer ${token}` })).toMatchObject({
    status: 401,
  })
})

test('tries from a closed address are not counted against the accounts they name', async () => {
  const { lin, db } = await world()
  const attempt = (telephone: string) =>
    lin.request(authApi.login, { body: { telephone, password: digest('wrong-one') } })
  for (let n = 0; n < 20; n += 1) await attempt(String(13_700_000_000 + n))

  for (let n = 0; n < 6; n += 1) expect(await attempt(lin.telephone)).toMatchObject({ code: 42901 })

  await db.sql.delete(throttle).where(eq(throttle.key, 'login:address:127.0.0.1'))
  expect(await attempt(lin.telephone)).toMatchObject({ code: 40102, data: { captchaRequired: false } })
})

test('the first sign-in makes an agent online, told to open consoles; later ones leave the choice alone', async () => {
  const { zhao, db, hire } = await world()
  const newcomer = await hire('新人', 'agent')
  await db.sql.update(agent).set({ status: 'invisible', lastLoginAt: null }).where(eq(agent.id, newcomer.id))
  const screen = await zhao.connect()
  await screen.next((frame) => frame.type === 'nop')

  await newcomer.signIn()

  expect(await screen.next((frame) => frame.type === 'message')).toMatchObject({
    content: { type: 'agent_status_change' },
  })
  await newcomer.call(agentApi.update, { body: { id: newcomer.id, status: 2 } })
  await newcomer.signIn()
  const [found] = await zhao.call(agentApi.list, { body: { keyword: '新人' } })
  expect(found?.status).toBe(2)
})
