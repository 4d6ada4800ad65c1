import { agentApi, authApi, CLOSE, ERRORS, roleApi, SecondStepDemand, totpApi } from '@ruwu/contract'
import { TOTP_STEP_MS, TWO_STEP_TEXTS } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { agentTotp, recoveryCode } from '../../db/schema/index.ts'
import { totpCode, totpStep } from '../../platform/auth/totp.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { digest, PASSWORD } from '../../testing/password.ts'
import type { Person, Refusal } from '../../testing/person.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { world } from '../../testing/world.ts'

const MINUTE_MS = 60_000
const password = digest(PASSWORD)
const WRONG = { code: 40001, data: { fields: { code: TWO_STEP_TEXTS.wrong } } }

const confirm = (code: string) => ({ body: { password, code } })

const demandOf = ({ code, data }: Refusal): SecondStepDemand => {
  expect(code).toBe(ERRORS.secondStep.code)
  return SecondStepDemand.parse(data)
}
const askCode = async (person: Person): Promise<SecondStepDemand> =>
  demandOf(await person.refused(authApi.login, { body: { telephone: person.telephone, password } }))

async function totpWorld() {
  const here = await world()
  const { clock } = here
  /** The code that the application shows; each step's is accepted once. */
  const codeFor = (secret: string, steps = 0) => totpCode(secret, totpStep(clock.now()) + steps)
  const nextStep = () => clock.advance(TOTP_STEP_MS)
  async function turnOn(person: Person) {
    const { secret, setup } = await person.call(totpApi.begin, { body: { password } })
    const { recoveryCodes } = await person.call(totpApi.enable, { body: { setup, code: codeFor(secret) } })
    nextStep()
    return { secret, recoveryCodes }
  }
  return { ...here, codeFor, nextStep, turnOn }
}

test('turned on with a code, a sign-in needs the password and a code; the log tells it', async () => {
  const { lin, db, codeFor, turnOn } = await totpWorld()
  expect(await lin.call(totpApi.state, {})).toEqual({ enabledAt: null, isRequired: false, recoveryLeft: 0 })

  const { secret, recoveryCodes } = await turnOn(lin)
  const { challenge, setup } = await askCode(lin)
  const signedIn = await lin.call(authApi.loginSecond, { body: { challenge, code: codeFor(secret) } })

  expect(recoveryCodes).toHaveLength(10)
  expect(setup).toBeNull()
  expect(signedIn).toMatchObject({ id: lin.id, entId: lin.entId, recoveryCodes: [] })
  lin.token = signedIn.token
  expect(await lin.call(totpApi.state, {})).toMatchObject({ enabledAt: expect.any(String), recoveryLeft: 10 })
  expect(await auditEntries(db, totpApi.enable)).toMatchObject([{ agentId: lin.id, action: 'totp.enable' }])
  expect(await auditEntries(db, authApi.loginSecond)).toMatchObject([
    { action: 'totp.enable' },
    { action: 'auth.login' },
  ])
})

test('neither the secret nor a recovery code lies readable in the database', async () => {
  const { lin, db, turnOn } = await totpWorld()
  const { secret, recoveryCodes } = await turnOn(lin)

  const stored = JSON.stringify([await db.sql.select().from(agentTotp), await db.sql.select().from(recoveryCode)])
  for (const clear of [secret, ...recoveryCodes]) {
    expect(stored).not.toContain(clear)
    expect(stored).not.toContain(Buffer.from(clear).toString('hex'))
  }
})

test('a code is accepted once: not again, not an earlier one, and of two at once one', async () => {
  const { lin, codeFor, nextStep, turnOn } = await totpWorld()
  const { secret } = await turnOn(lin)
  const send = async (code: string) => {
    const { challenge } = await askCode(lin)
    return lin.request(authApi.loginSecond, { body: { challenge, code } })
  }
  const code = codeFor(secret)

  const answers = await Promise.all([send(code), send(code), send(code)])

  expect(answers.map((answer) => answer.code).toSorted((one, other) => one - other)).toEqual([1, 40001, 40001])
  expect(await send(code)).toMatchObject(WRONG)
  expect(await send(codeFor(secret, -1))).toMatchObject(WRONG)
  nextStep()
  expect(await send(codeFor(secret))).toMatchObject({ code: 1 })
})

test('a recovery code signs in once, whoever is first', async () => {
  const { lin, db, turnOn } = await totpWorld()
  const { recoveryCodes } = await turnOn(lin)
  const typed = recoveryCodes[0]!.toLowerCase().replace(/(.{4})(?=.)/g, '$1-')
  const send = async () => {
    const { challenge } = await askCode(lin)
    return lin.request(authApi.loginSecond, { body: { challenge, code: typed } })
  }

  const answers = await Promise.all([send(), send()])

  expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([1, 40001])
  expect(await send()).toMatchObject(WRONG)
  const used = (await auditEntries(db, authApi.loginSecond)).filter(({ action }) => action === 'totp.recoveryUsed')
  expect(used).toMatchObject([{ agentId: lin.id, after: { recoveryLeft: '9' } }])
})

test('the sixth wrong code in a quarter of an hour has to wait, the right one included; attempts are recorded', async () => {
  const { lin, db, clock, codeFor, turnOn } = await totpWorld()
  const { secret } = await turnOn(lin)
  const send = async (code: string) => {
    const { challenge } = await askCode(lin)
    return lin.request(authApi.loginSecond, { body: { challenge, code } })
  }
  for (let tries = 0; tries < 5; tries += 1) expect(await send('000000')).toMatchObject(WRONG)

  expect(await send(codeFor(secret))).toMatchObject({ code: 42901, msg: TWO_STEP_TEXTS.tooMany })
  const failures = await auditEntries(db, authApi.loginSecond)
  expect(failures.filter(({ action }) => action === 'auth.loginFailed')).toHaveLength(4)
  expect(failures.filter(({ action }) => action === 'auth.locked')).toMatchObject([
    { after: { reason: '两步验证码不正确' } },
  ])
  clock.advance(15 * MINUTE_MS)
  expect(await send(codeFor(secret))).toMatchObject({ code: 1 })
})

test('a challenge is valid for minutes, cannot be made up, and ends with the password it stands for', async () => {
  const { lin, zhao, clock, codeFor, turnOn } = await totpWorld()
  const { secret } = await turnOn(lin)
  const { challenge } = await askCode(lin)
  const expired = { code: 42200, msg: TWO_STEP_TEXTS.expired }
  const send = (given: string) =>
    lin.request(authApi.loginSecond, { body: { challenge: given, code: codeFor(secret) } })

  expect(await send('made-up')).toMatchObject(expired)
  clock.advance(10 * MINUTE_MS)
  expect(await send(challenge)).toMatchObject(expired)
  const { challenge: fresh } = await askCode(lin)
  await zhao.call(agentApi.resetPassword, { body: { id: lin.id, newPassword: digest('from-admin-1') } })
  expect(await send(fresh)).toMatchObject({ code: 40102 })
})

test('a set-up belongs to its agent, lasts a quarter of an hour, and of two at once one wins', async () => {
  const { lin, wei, clock, codeFor } = await totpWorld()
  const begin = (person: Person) => person.call(totpApi.begin, { body: { password } })
  const [first, second] = [await begin(lin), await begin(lin)]
  const enable = (person: Person, { setup, secret }: typeof first) =>
    person.request(totpApi.enable, { body: { setup, code: codeFor(secret) } })

  expect(await enable(wei, first)).toMatchObject({ code: 42200, msg: TWO_STEP_TEXTS.setupExpired })
  expect(await lin.refused(totpApi.enable, { body: { setup: first.setup, code: '000000' } })).toMatchObject(WRONG)
  const answers = await Promise.all([enable(lin, first), enable(lin, second)])
  expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([1, 42200])
  const late = await begin(wei)
  clock.advance(15 * MINUTE_MS)
  expect(await enable(wei, late)).toMatchObject({ msg: TWO_STEP_TEXTS.setupExpired })
  expect(await lin.refused(totpApi.begin, { body: { password } })).toMatchObject({ msg: TWO_STEP_TEXTS.isOn })
  expect(await wei.refused(totpApi.begin, { body: { password: digest('wrong-1') } })).toMatchObject({
    data: { fields: { password: '密码不正确' } },
  })
})

test('new recovery codes replace the old ones; turning off needs password and code', async () => {
  const { lin, db, codeFor, nextStep, turnOn } = await totpWorld()
  const { secret, recoveryCodes: old } = await turnOn(lin)

  const { recoveryCodes } = await lin.call(totpApi.renewCodes, confirm(codeFor(secret)))
  expect(await lin.refused(totpApi.disable, confirm(old[0]!))).toMatchObject(WRONG)
  expect(
    await lin.refused(totpApi.disable, { body: { password: digest('wrong-1'), code: recoveryCodes[0]! } }),
  ).toMatchObject({ data: { fields: { password: '密码不正确' } } })
  nextStep()
  expect(await lin.call(totpApi.disable, confirm(recoveryCodes[0]!))).toBe(true)

  await lin.signIn()
  expect(await db.sql.select().from(recoveryCode)).toEqual([])
  expect(await lin.refused(totpApi.disable, confirm('000000'))).toMatchObject({ msg: TWO_STEP_TEXTS.isOff })
  expect(await auditEntries(db, totpApi.renewCodes)).toHaveLength(1)
  expect(await auditEntries(db, totpApi.disable)).toMatchObject([{ agentId: lin.id }])
})

test('an administrator resets it for agents below; others cannot', async () => {
  const { lin, wei, zhao, rival, db, hire, turnOn } = await totpWorld()
  await turnOn(lin)
  const body = { id: lin.id }
  const deputy = await (await hire('副手', ['agentManagement:settingsEdit', 'agentManagement:viewPage'])).signIn()

  expect(await wei.refused(totpApi.reset, { body })).toMatchObject({ code: 40301 })
  expect(await deputy.refused(totpApi.reset, { body })).toMatchObject({ code: 42200 })
  expect(await zhao.refused(totpApi.reset, { body: { id: zhao.id } })).toMatchObject({ code: 42200 })
  expect(await absentForRival(rival, totpApi.reset, { body })).toMatchObject({ code: 40401 })
  expect(await zhao.call(totpApi.holders, {})).toEqual([lin.id])
  expect(await rival.call(totpApi.holders, {})).toEqual([])
  await zhao.call(totpApi.reset, { body })

  expect(await zhao.call(totpApi.holders, {})).toEqual([])
  expect(await zhao.refused(totpApi.reset, { body })).toMatchObject({ msg: TWO_STEP_TEXTS.isOff })
  expect(await auditEntries(db, totpApi.reset)).toMatchObject([
    { agentId: zhao.id, object: lin.id, objectName: '林小满' },
  ])
  await lin.signIn()
})

test('where the role demands it, open sign-ins end, the next one sets it up, and it cannot be turned off', async () => {
  const { lin, wei, zhao, rival, db, codeFor, nextStep, turnOn } = await totpWorld()
  await turnOn(wei)
  const [lins, weis] = [await lin.connect(), await wei.connect()]
  const body = { id: lin.roleId, required: true }
  expect(await absentForRival(rival, totpApi.requireForRole, { body })).toMatchObject({ code: 40401 })

  await zhao.call(totpApi.requireForRole, { body })

  expect(await lins.whenClosed()).toMatchObject({ code: CLOSE.revoked.code })
  expect((await lin.request(totpApi.state, {})).status).toBe(401)
  expect(await wei.call(totpApi.state, {})).toMatchObject({ isRequired: true })
  expect(weis.closed).toBeUndefined()
  const roles = await zhao.call(roleApi.list, {})
  expect(roles.filter((role) => role.requiresTotp).map((role) => role.id)).toEqual([lin.roleId])
  const { challenge, setup } = await askCode(lin)
  const wrong = await lin.request(authApi.loginSecond, { body: { challenge, code: '000000' } })
  expect(wrong).toMatchObject(WRONG)
  const signedIn = await lin.call(authApi.loginSecond, { body: { challenge, code: codeFor(setup!.secret) } })
  expect(signedIn.recoveryCodes).toHaveLength(10)
  lin.token = signedIn.token
  nextStep()
  const own = confirm(codeFor(setup!.secret))
  expect(await lin.refused(totpApi.disable, own)).toMatchObject({ msg: TWO_STEP_TEXTS.required })
  expect(await auditEntries(db, totpApi.requireForRole)).toMatchObject([
    { agentId: zhao.id, objectName: '客服', before: { requiresTotp: '否' }, after: { requiresTotp: '是' } },
  ])

  await zhao.call(totpApi.requireForRole, { body: { ...body, required: false } })
  expect(await lin.call(totpApi.disable, own)).toBe(true)
})

test('who loses it, or comes to a role that demands it, has the console closed', async () => {
  const { lin, wei, zhao, hire, turnOn } = await totpWorld()
  await turnOn(wei)
  await zhao.call(totpApi.requireForRole, { body: { id: wei.roleId, required: true } })
  const night = await (await hire('夜班', ['im:viewPage'])).signIn()
  const late = await (await hire('晚班', ['im:viewPage'])).signIn()
  const sockets = [await wei.connect(), await night.connect(), await late.connect()]

  await zhao.call(totpApi.reset, { body: { id: wei.id } })
  await zhao.call(agentApi.update, { body: { id: night.id, roleId: lin.roleId } })
  await zhao.call(roleApi.remove, { query: { id: late.roleId, moveToRoleId: lin.roleId } })

  for (const socket of sockets) expect(await socket.whenClosed()).toMatchObject({ code: CLOSE.revoked.code })
})

test('an agent cannot demand it of a stronger role', async () => {
  const { zhao, hire } = await totpWorld()
  const deputy = await (await hire('副手', ['agentManagement:settingsEdit', 'agentManagement:viewPage'])).signIn()

  expect(await deputy.refused(totpApi.requireForRole, { body: { id: zhao.roleId, required: true } })).toMatchObject({
    code: 42200,
    msg: '不能修改权限高于自己的角色',
  })
})
