import { agentApi, authApi, enterpriseApi, roleApi, tagApi, totpApi } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { audit, authSession } from '../../db/schema/index.ts'
import { totpCode, totpStep } from '../../platform/auth/totp.ts'
import { digest, PASSWORD } from '../../testing/password.ts'
import { passwords } from '../../testing/start-node.ts'
import { world, type World } from '../../testing/world.ts'
import { administer } from './administer.ts'

const TELEPHONE = '13612345678'

const run = ({ db, clock }: World, ...words: string[]) => administer({ db, passwords, now: clock.now() }, words)

const passwordIn = (said: string) => digest(/一次性密码 (\w{12})（/.exec(said)?.[1] ?? '')

const signIn = ({ lin }: World, said: string, own = 'own-secret'): Promise<{ token: string }> =>
  lin.call(authApi.login, {
    body: { telephone: TELEPHONE, password: passwordIn(said), newPassword: digest(own) },
  })

test('the operator creates an enterprise, and its owner signs in', async () => {
  const there = await world()

  const said = await run(there, 'create', '青山木业', '沈青山', TELEPHONE)

  const { token } = await signIn(there, said)
  const headers = { authorization: `Bearer ${token}` }
  const { lin } = there
  expect(await lin.call(enterpriseApi.detail, {}, headers)).toMatchObject({ name: '青山木业' })
  const [owner, ...others] = await lin.call(agentApi.list, { body: {} }, headers)
  expect([owner, others]).toMatchObject([{ name: '沈青山', roleName: '管理员' }, []])
  expect(await lin.call(roleApi.list, {}, headers)).toHaveLength(5)
  expect(await lin.call(tagApi.list, { body: {} }, headers)).not.toEqual([])
})

test('a one-time password opens nothing until it is replaced, once, by a password of one’s own', async () => {
  const there = await world()
  const { lin, db } = there
  const before = await db.sql.select().from(authSession)
  const once = passwordIn(await run(there, 'create', '青山木业', '沈青山', TELEPHONE))
  const login = (password: string, newPassword?: string) =>
    lin.request(authApi.login, { body: { telephone: TELEPHONE, password, ...(newPassword ? { newPassword } : {}) } })

  for (const [newPassword, text] of [
    [undefined, '这是一次性密码，请设置自己的密码'],
    [once, '新密码不能与旧密码相同'],
    [digest('12345678'), '密码太常见，请换一个'],
    [digest(TELEPHONE), '密码太常见，请换一个'],
  ] as const)
    expect(await login(once, newPassword)).toMatchObject({ code: 40001, data: { fields: { newPassword: text } } })
  expect(await db.sql.select().from(authSession)).toEqual(before)

  expect(await login(once, digest('own-secret'))).toMatchObject({ code: 1 })
  expect(await login(once, digest('other-secret'))).toMatchObject({ code: 40102 })
  expect(await login(digest('own-secret'))).toMatchObject({ code: 1 })
})

test('a lost password is replaced and the open sign-ins end', async () => {
  const there = await world()
  const { token } = await signIn(there, await run(there, 'create', '青山木业', '沈青山', TELEPHONE))

  const said = await run(there, 'password', TELEPHONE)

  const before = { authorization: `Bearer ${token}` }
  expect(await there.lin.request(enterpriseApi.detail, {}, before)).toMatchObject({ status: 401 })
  expect(await signIn(there, said, 'second-secret')).toMatchObject({ entName: '青山木业' })
})

test('a sole administrator who has lost the second step signs in again with the password', async () => {
  const there = await world()
  const { zhao, db, clock } = there
  const { secret, setup } = await zhao.call(totpApi.begin, { body: { password: digest(PASSWORD) } })
  await zhao.call(totpApi.enable, { body: { setup, code: totpCode(secret, totpStep(clock.now())) } })
  await expect(zhao.signIn()).rejects.toThrow()

  expect(await run(there, 'two-step', zhao.telephone)).toContain('已移除 赵知远')

  expect(await zhao.request(enterpriseApi.detail, {})).toMatchObject({ status: 401 })
  await zhao.signIn()
  const entries = await db.sql.select().from(audit).where(eq(audit.action, 'totp.reset'))
  expect(entries).toMatchObject([{ agentId: null, object: zhao.id, objectName: '赵知远' }])
  await expect(run(there, 'two-step', zhao.telephone)).rejects.toThrow('赵知远 没有开启两步验证')
})

test.each([
  [['create', '青', '沈青山', TELEPHONE], '企业名称须为 2 到 50 个字'],
  [['create', '青山木业', ' ', TELEPHONE], '姓名须为 1 到 20 个字'],
  [['create', '青山木业', '沈青山', '12345'], '手机号须为 11 位数字'],
  [['create', '青山木业', '沈青山', '13900000001'], '手机号已存在'],
  [['create', '青山木业', '沈青山'], /^用法：/],
  [['password', '13600000000'], '没有手机号为「13600000000」的客服'],
  [['two-step', '13600000000'], '没有手机号为「13600000000」的客服'],
  [[], /^用法：/],
])('%j is refused', async (words, reason) => {
  await expect(run(await world(), ...words)).rejects.toThrow(reason)
})
