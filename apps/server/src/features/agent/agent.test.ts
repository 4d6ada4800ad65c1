import { AGENT_STATUS, agentApi, authApi, enterpriseApi, roleApi } from '@ruwu/contract'
import { applyAgentEvent } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { agent } from '../../db/schema/index.ts'
import { digest, PASSWORD } from '../../testing/password.ts'
import type { Person } from '../../testing/person.ts'
import { watch } from '../../testing/watch.ts'
import { world } from '../../testing/world.ts'
import { absentForRival, answerForRival } from '../../testing/tenant-isolation.ts'

const invisible = (other: Person) => ({ body: { id: other.id, status: AGENT_STATUS.invisible } })
const resetting = ({ id }: Person) => ({ body: { id, newPassword: digest('from-admin-1') } })

test('the list shows the own enterprise only, with masked telephones', async () => {
  const { lin, rival } = await world()

  const agents = await lin.call(agentApi.list, { body: {} })

  expect(agents.map((agent) => agent.name)).toEqual(['林小满', '卫青禾', '赵知远'])
  expect(agents.find((agent) => agent.id === lin.id)).toMatchObject({
    agentId: lin.id,
    telephone: '139****0001',
    roleName: '客服',
    status: AGENT_STATUS.online,
  })
  expect(agents.some((agent) => agent.id === rival.id)).toBe(false)
  expect(await answerForRival(lin, agentApi.list, { body: { roleId: rival.roleId } })).toEqual([])
})

test.each([
  [{ keyword: '小满' }, ['林小满']],
  [{ keyword: '%' }, []],
  [{ status: AGENT_STATUS.invisible }, []],
  [{ enabled: true }, ['林小满', '卫青禾', '赵知远']],
])('the list filtered by %j shows %j', async (filter, names) => {
  const { lin } = await world()

  expect((await lin.call(agentApi.list, { body: filter })).map((agent) => agent.name)).toEqual(names)
})

test('a colleague’s telephone is found only by who may read it', async () => {
  const { lin, zhao } = await world()
  const find = async (person: Person) =>
    (await person.call(agentApi.list, { body: { keyword: zhao.telephone } })).map(({ name }) => name)

  expect(await find(lin)).toEqual([])
  expect(await find(zhao)).toEqual(['赵知远'])
})

test('going invisible is seen by every open console, which agrees with a fresh fetch', async () => {
  const { lin, wei } = await world()
  const open = await watch(wei, agentApi.list, { body: {} }, applyAgentEvent)

  await lin.call(agentApi.update, { body: { id: lin.id, status: AGENT_STATUS.invisible } })

  const seen = await open.settle()
  expect(seen.find((agent) => agent.id === lin.id)?.status).toBe(AGENT_STATUS.invisible)
  expect(seen).toEqual(await open.refetch())
})

test('an agent can’t set the status of a colleague or of another enterprise', async () => {
  const { lin, wei, zhao, rival } = await world()
  const expected = { code: 40401, msg: '客服不存在或已删除', data: null }

  for (const other of [wei, zhao]) expect(await lin.refused(agentApi.update, invisible(other))).toEqual(expected)
  expect(await absentForRival(lin, agentApi.update, invisible(rival))).toEqual(expected)
})

test('a new name and role are seen by every open console, which agrees with a fresh fetch', async () => {
  const { lin, wei, zhao } = await world()
  const supervisor = (await zhao.call(roleApi.list, {})).find((role) => role.builtin === 'supervisor')!
  const open = await watch(wei, agentApi.list, { body: {} }, applyAgentEvent)
  const linsScreen = await lin.connect()

  await zhao.call(agentApi.update, { body: { id: lin.id, name: '林大满', roleId: supervisor.id } })

  expect(await open.settle()).toEqual(await open.refetch())
  expect(
    await linsScreen.next((frame) => frame.type === 'message' && frame.content.type === 'perms_change'),
  ).toBeDefined()
  expect((await lin.call(roleApi.ownPermissions, {})).mPerms).toHaveProperty('statistics')
})

// R27
test('editing an agent is refused without the permission, upwards, for oneself and across enterprises', async () => {
  const { lin, wei, zhao, rival, hire } = await world()
  const deputy = await (await hire('副手', ['agentManagement:viewPage', 'agentManagement:settingsEdit'])).signIn()
  const foreignRole = (await rival.call(roleApi.list, {}))[0]!.id
  const edit = (by: typeof zhao, id: typeof zhao.id, change: object) =>
    by.refused(agentApi.update, { body: { id, ...change } })

  expect(await edit(lin, wei.id, { name: '别名' })).toMatchObject({ code: 40301 })
  expect(await edit(deputy, lin.id, { roleId: zhao.roleId })).toMatchObject({ msg: '不能授予或收回自己没有的权限' })
  expect(await edit(deputy, zhao.id, { roleId: deputy.roleId })).toMatchObject({ msg: '不能授予或收回自己没有的权限' })
  expect(await edit(zhao, zhao.id, { roleId: lin.roleId })).toMatchObject({ msg: '不能更改自己的角色' })
  expect(await edit(zhao, rival.id, { name: '别名' })).toMatchObject({ code: 40401, msg: '客服不存在或已删除' })
  expect(await edit(zhao, lin.id, { roleId: foreignRole })).toMatchObject({ code: 40401, msg: '角色不存在或已删除' })
  expect(await edit(zhao, lin.id, { name: ' ' })).toMatchObject({
    code: 40001,
    data: { fields: { name: '请输入姓名' } },
  })
})

test('telephone and avatar are changed, a taken number and what cannot be changed are refused', async () => {
  const { lin, wei, zhao, rival } = await world()
  const open = await watch(wei, agentApi.list, { body: {} }, applyAgentEvent)
  const refused = async (change: object) =>
    (await zhao.refused(agentApi.update, { body: { id: lin.id, ...change } })).data

  const avatar = '/files/lin.png'
  await zhao.call(agentApi.update, { body: { id: lin.id, telephone: '13911112222', avatar } })

  expect(await open.settle()).toEqual(await open.refetch())
  const changed = (await zhao.call(agentApi.list, { body: {} })).find(({ id }) => id === lin.id)
  expect(changed).toMatchObject({ telephone: '139****2222', avatar, name: lin.name })
  for (const { telephone } of [wei, rival])
    expect(await refused({ telephone })).toMatchObject({ fields: { telephone: '手机号已存在' } })
  expect(await refused({ telephone: '123' })).toMatchObject({ fields: { telephone: '请输入正确的手机号' } })
  expect(await refused({ avatar: 'javascript:alert(1)' })).toMatchObject({ fields: { avatar: '头像地址不正确' } })
  expect(await zhao.refused(agentApi.update, { body: { id: lin.id, passwordHash: 'x' } as never })).toMatchObject({
    code: 40001,
    msg: expect.stringContaining('passwordHash') as string,
  })
})

test('status and profile are changed one at a time, so that neither is lost silently', async () => {
  const { zhao } = await world()
  const body = { id: zhao.id, status: AGENT_STATUS.online, name: '新名字' }

  expect(await zhao.refused(agentApi.update, { body })).toMatchObject({
    code: 40001,
    data: { fields: { status: '状态与资料请分开修改' } },
  })
})

test('two administrators who demote each other at once: one stays', async () => {
  const { lin, zhao, hire } = await world()
  const second = await (await hire('二号', 'admin')).signIn()
  const demote = (by: typeof zhao, whom: typeof zhao) =>
    by.request(agentApi.update, { body: { id: whom.id, roleId: lin.roleId } })

  const answers = await Promise.all([demote(zhao, second), demote(second, zhao)])

  expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1)
  const admins = (await lin.call(agentApi.list, { body: { roleId: zhao.roleId } })).map((agent) => agent.name)
  expect(admins).toHaveLength(1)
})

test('changing the password keeps this console with a new token and kicks the others', async () => {
  const { lin } = await world()
  const oldToken = lin.token
  const socket = await lin.connect()

  const { token } = await lin.call(agentApi.changeOwnPassword, {
    body: { oldpassword: digest(PASSWORD), newPassword: digest('brand-new-one') },
  })

  expect(await lin.request(enterpriseApi.detail, {}, { authorization: `Bearer ${oldToken}` })).toMatchObject({
    status: 401,
  })
  lin.token = token
  expect(await lin.call(enterpriseApi.detail, {})).toMatchObject({ name: '云上木作' })
  await socket.roundTrip()
  expect(socket.closed).toBeUndefined()
  expect(
    await lin.refused(authApi.login, { body: { telephone: lin.telephone, password: digest(PASSWORD) } }),
  ).toMatchObject({
    code: 40102,
  })
})

test.each([
  [digest('not-the-old'), digest('brand-new-one'), { oldpassword: '旧密码不正确' }],
  [digest(PASSWORD), digest(PASSWORD), { newPassword: '新密码不能与旧密码相同' }],
  [digest(PASSWORD), 'plain text', { newPassword: '密码格式不正确' }],
  [digest(PASSWORD), digest('password123'), { newPassword: '密码太常见，请换一个' }],
])('a password change is refused at the field that is wrong', async (oldpassword, newPassword, fields) => {
  const { lin } = await world()

  expect(await lin.refused(agentApi.changeOwnPassword, { body: { oldpassword, newPassword } })).toMatchObject({
    code: 40001,
    data: { fields },
  })
})

test('the sixth wrong old password in a quarter of an hour has to wait', async () => {
  const { lin, clock } = await world()
  const attempt = (old: string) =>
    lin.request(agentApi.changeOwnPassword, {
      body: { oldpassword: digest(old), newPassword: digest('brand-new-one') },
    })
  for (let n = 0; n < 5; n += 1) expect(await attempt('wrong-one')).toMatchObject({ code: 40001 })

  expect(await attempt(PASSWORD)).toMatchObject({
    code: 42901,
    msg: '操作过于频繁，请稍后再试',
    data: { retryAfter: 900 },
  })

  clock.advance(15 * 60_000)
  expect(await attempt(PASSWORD)).toMatchObject({ code: 1 })
})

test('two password changes at once: exactly one wins', async () => {
  const { lin } = await world()
  const change = (to: string) =>
    lin.request(agentApi.changeOwnPassword, { body: { oldpassword: digest(PASSWORD), newPassword: digest(to) } })

  const answers = await Promise.all([change('brand-new-1'), change('brand-new-2')])

  // The loser finds its old password wrong, or its token already replaced.
  expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1)
  expect(answers.every((answer) => [1, 40001, 40101].includes(answer.code))).toBe(true)
})

test('an administrator sends an agent offline: its socket closes and its token is dead', async () => {
  const { lin, zhao } = await world()
  const socket = await lin.connect()

  await zhao.call(agentApi.forceOffline, { body: { id: lin.id } })

  expect(await socket.whenClosed()).toEqual({ code: 4001, reason: 'revoked' })
  expect(await lin.request(enterpriseApi.detail, {})).toMatchObject({ status: 401 })
})

test('forcing offline is refused for oneself, for strangers and without the permission', async () => {
  const { lin, wei, zhao, rival } = await world()

  expect(await zhao.refused(agentApi.forceOffline, { body: { id: zhao.id } })).toMatchObject({
    msg: '不能强制自己下线',
  })
  expect(await absentForRival(zhao, agentApi.forceOffline, { body: { id: rival.id } })).toMatchObject({ code: 40401 })
  expect(await lin.refused(agentApi.forceOffline, { body: { id: wei.id } })).toMatchObject({
    code: 40301,
    msg: '没有权限',
  })
  expect(await rival.call(enterpriseApi.detail, {})).toMatchObject({ name: '别家企业' })
})

test('an agent can neither rename nor send offline a more privileged one', async () => {
  const { zhao, hire } = await world()
  const deputy = await (await hire('副手', ['agentManagement:viewPage', 'agentManagement:settingsEdit'])).signIn()
  const peer = await (await hire('见习', ['agentManagement:viewPage'])).signIn()

  expect(await deputy.refused(agentApi.update, { body: { id: zhao.id, name: '改名' } })).toMatchObject({
    code: 42200,
    msg: '不能修改权限高于自己的客服',
  })
  expect(await deputy.refused(agentApi.forceOffline, { body: { id: zhao.id } })).toMatchObject({
    code: 42200,
    msg: '不能强制权限高于自己的客服下线',
  })
  expect(await zhao.call(enterpriseApi.detail, {})).toMatchObject({ name: '云上木作' })
  await deputy.call(agentApi.update, { body: { id: peer.id, name: '转正' } })
  await deputy.call(agentApi.forceOffline, { body: { id: peer.id } })
})

test('a reset password signs in once, to be replaced; the old one does not, and the agent’s console goes to the sign-in page', async () => {
  const { lin, zhao } = await world()
  const socket = await lin.connect()

  await zhao.call(agentApi.resetPassword, { body: { id: lin.id, newPassword: digest('from-admin-1') } })

  expect(await socket.next((frame) => frame.type === 'kickout')).toMatchObject({ message: 'kick_by_password_updated' })
  expect(await lin.request(enterpriseApi.detail, {})).toMatchObject({ status: 401 })
  await expect(lin.signIn()).rejects.toThrow('手机号或密码错误')
  const given = { telephone: lin.telephone, password: digest('from-admin-1') }
  expect(await lin.refused(authApi.login, { body: given })).toMatchObject({
    data: { fields: { newPassword: '这是一次性密码，请设置自己的密码' } },
  })
  await lin.call(authApi.login, { body: { ...given, newPassword: digest('own-secret') } })
  await lin.signIn('own-secret')
})

test('an agent can’t reset the password of a more privileged agent, of another enterprise, or the own one', async () => {
  const { zhao, rival, hire } = await world()
  const deputy = await (await hire('副手', ['agentManagement:viewPage', 'agentManagement:settingsEdit'])).signIn()
  const absent = { code: 40401, msg: '客服不存在或已删除' }

  expect(await deputy.refused(agentApi.resetPassword, resetting(zhao))).toMatchObject({
    code: 42200,
    msg: '不能重置权限高于自己的客服的密码',
  })
  expect(await absentForRival(zhao, agentApi.resetPassword, resetting(rival))).toMatchObject(absent)
  expect(await zhao.refused(agentApi.resetPassword, resetting(zhao))).toMatchObject({
    code: 42200,
    msg: '请通过「修改密码」更改自己的密码',
  })
})

// R176
test('忙碌 is told to colleagues with its reason, and ends by itself at its time', async () => {
  const { lin, wei, clock, reception } = await world()
  const until = new Date(clock.now().getTime() + 30 * 60_000).toISOString()
  const busy = { reason: '用餐', until }
  const open = await watch(wei, agentApi.list, { body: {} }, applyAgentEvent)
  const linOf = async () => (await open.settle()).find(({ id }) => id === lin.id)

  await lin.call(agentApi.update, { body: { id: lin.id, status: AGENT_STATUS.invisible, busy } })
  expect(await linOf()).toMatchObject({ status: AGENT_STATUS.invisible, busy })
  expect(await open.settle()).toEqual(await open.refetch())

  clock.advance(29 * 60_000)
  await reception.work.busyEnd.run()
  expect(await linOf()).toMatchObject({ busy })
  clock.advance(60_000)
  await Promise.all([reception.work.busyEnd.run(), reception.work.busyEnd.run()])
  expect(await linOf()).toMatchObject({ status: AGENT_STATUS.online, busy: null })
  expect(await open.settle()).toEqual(await open.refetch())
})

test('忙碌 without an end lasts until the status is set; a status without a reason ends it', async () => {
  const { lin, clock, reception, db } = await world()
  const set = (more: object) =>
    lin.call(agentApi.update, { body: { id: lin.id, status: AGENT_STATUS.invisible, ...more } })

  expect(await set({ busy: { reason: '接待来访' } })).toMatchObject({ busy: { reason: '接待来访', until: null } })
  clock.advance(86_400_000)
  await reception.work.busyEnd.run()
  expect(await set({})).toMatchObject({ status: AGENT_STATUS.invisible, busy: null })

  // A node of the version before knows the status alone.
  await set({ busy: { reason: '接待来访' } })
  await db.sql.update(agent).set({ status: 'online' }).where(eq(agent.id, lin.id))
  expect(await db.sql.select().from(agent).where(eq(agent.id, lin.id))).toMatchObject([{ busyReason: null }])
})

test.each([
  [{ status: AGENT_STATUS.online, busy: { reason: '会议' } }, { busy: '忙碌时不接收新客户' }],
  [{ status: AGENT_STATUS.invisible, busy: { reason: ' ' } }, { 'busy.reason': '请输入忙碌原因' }],
  [
    { status: AGENT_STATUS.invisible, busy: { reason: '一二三四五六七八九十多' } },
    { 'busy.reason': '忙碌原因最多 10 个字' },
  ],
  [
    { status: AGENT_STATUS.invisible, busy: { reason: '会议', until: '2020-01-01T00:00:00.000Z' } },
    { 'busy.until': '恢复时间已过，请重新选择' },
  ],
])('%j is refused: %j', async (body, fields) => {
  const { lin } = await world()

  expect(await lin.refused(agentApi.update, { body: { id: lin.id, ...body } })).toMatchObject({
    data: { fields },
  })
})

test('of two administrators who edit the same agent, the second is told who was first', async () => {
  const { lin, zhao } = await world()
  const { version } = await zhao.call(agentApi.detail, { query: { id: lin.id } })
  await zhao.call(agentApi.update, { body: { id: lin.id, limit: 20, version } })

  const late = await zhao.refused(agentApi.update, { body: { id: lin.id, limit: 80, version } })

  expect(late).toMatchObject({ code: 40902, msg: `内容已被 ${zhao.name} 更新，请刷新后重试` })
  expect(await zhao.call(agentApi.detail, { query: { id: lin.id } })).toMatchObject({ limit: 20, version: version + 1 })
})

test('a status is set whatever was edited, and leaves the version as it is', async () => {
  const { lin, zhao } = await world()
  const { version } = await zhao.call(agentApi.detail, { query: { id: lin.id } })

  await lin.call(agentApi.update, { body: { id: lin.id, status: AGENT_STATUS.invisible } })

  expect((await zhao.call(agentApi.detail, { query: { id: lin.id } })).version).toBe(version)
})
