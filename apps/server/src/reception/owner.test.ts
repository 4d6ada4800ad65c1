import { customerApi, type CustomerId, messageApi, SCOPE, type TransferGroupRef } from '@ruwu/contract'
import { TAKE_OVER_REASON } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { role } from '../db/schema/index.ts'
import { openWorkbench } from '../testing/workbench-world.ts'
import { openList } from '../testing/open-list.ts'
import type { Person } from '../testing/person.ts'
import { receptionWorld, type ReceptionWorld } from '../testing/reception-world.ts'
import { absentForRival, answerForRival } from '../testing/tenant-isolation.ts'

let here: ReceptionWorld
let customerId: CustomerId

beforeEach(async () => {
  here = await receptionWorld()
  customerId = await here.write('小满', '在吗')
})

const receive = (person: Person, id = customerId, confirmFull = false) =>
  person.call(customerApi.receive, { body: { customerId: id, confirmFull } })

const redirect = (to: Person, more: { reason?: string; note?: string } = {}) => ({
  body: { customerId, agentId: to.id, reason: '更专业的同事', ...more },
})

describe('接待', () => {
  test('moves the customer from 未分配 to 我的 and 同事, on every screen that is open', async () => {
    const { lin, wei, zhao } = here
    const mine = await openList(lin, { scope: SCOPE.mine })
    const free = await openList(wei, { scope: SCOPE.unassigned })
    const others = await openList(zhao, { scope: SCOPE.colleagues })
    const workbench = await openWorkbench(zhao, customerId)

    expect(await receive(lin)).toMatchObject({ customerId, agentId: lin.id, agentName: lin.name })

    expect([await mine.settle(), await free.settle(), await others.settle()]).toEqual([[customerId], [], [customerId]])
    for (const list of [mine, free, others]) await list.agrees()
    await workbench.agrees()
    expect(await workbench.events()).toMatchObject([
      { type: 'cus_message', message: { senderKind: 'system', content: { text: '林小满 接待了该客户' } } },
      { type: 'rec_cus', agentId: lin.id, fromAgentId: null, reason: 'claim', operatorId: lin.id },
    ])
    expect(await here.customerOf(customerId)).toMatchObject({ receptionType: 'manual', agentSince: here.clock.now() })
  })

  test('the second is refused with the first’s name; receiving one’s own again succeeds and emits no event', async () => {
    const { lin, wei, zhao } = here
    await receive(lin)

    for (const person of [wei, zhao])
      expect(await person.refused(customerApi.receive, { body: { customerId } })).toEqual({
        code: 40901,
        msg: '已被 林小满 接待',
        data: { agentId: lin.id, agentName: '林小满' },
      })
    const before = await here.eventsOf(customerId)
    expect(await receive(lin)).toMatchObject({ agentId: lin.id })
    expect(await here.eventsOf(customerId)).toEqual(before)
    expect(await here.linesOf(customerId)).toEqual(['林小满 接待了该客户'])
  })

  test('whose customer it has long been is told to those only who may see it', async () => {
    const { lin, wei, zhao, clock } = here
    await receive(lin)
    clock.advance(5 * 60_000 + 1)

    const ask = { body: { customerId } }
    expect(await wei.refused(customerApi.receive, ask)).toMatchObject({ code: 40401, data: null })
    expect(await zhao.refused(customerApi.receive, ask)).toMatchObject({ msg: '已被 林小满 接待' })
  })

  test('beyond the limit only by saying so; who waits for the AI or is archived does not count', async () => {
    const { lin } = here
    await here.changeAgent(lin, { receptionLimit: 1 })
    await receive(lin)
    const second = await here.write('小暑', '在吗')

    expect(await lin.refused(customerApi.receive, { body: { customerId: second } })).toEqual({
      code: 42200,
      msg: '已达接待上限 1，仍要接待？',
      data: { confirm: true, limit: 1 },
    })
    expect(await here.customerOf(second)).toMatchObject({ agentId: null })
    expect(await receive(lin, second, true)).toMatchObject({ agentId: lin.id })

    await here.changeCustomer(customerId, { receptionType: 'ai_agent', aiOffReason: null })
    await here.zhao.call(customerApi.archive, { body: { customerId: second, archive: true } })
    expect(await receive(lin, await here.write('大暑', '在吗'))).toMatchObject({ agentId: lin.id })
  })

  test('the last place is taken once, also by two clicks at once', async () => {
    const { lin } = here
    await here.changeAgent(lin, { receptionLimit: 1 })
    const other = await here.write('小暑', '在吗')

    const answers = await Promise.all(
      [customerId, other].map((id) => lin.request(customerApi.receive, { body: { customerId: id } })),
    )

    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set([1, 42200]))
  })

  test('whose account is not among the agent’s looks absent', async () => {
    const { lin } = here
    await here.changeAgent(lin, { accountScope: [] })

    expect(await lin.refused(customerApi.receive, { body: { customerId } })).toMatchObject({ code: 40401 })
  })

  test('whose account was taken from the agent stays theirs to receive again', async () => {
    const { lin } = here
    await receive(lin)
    await here.changeAgent(lin, { accountScope: [] })

    expect(await receive(lin)).toMatchObject({ agentId: lin.id })
  })
})

describe('释放', () => {
  test('one’s own becomes 未分配, and open screens agree', async () => {
    const { lin, wei } = here
    await receive(lin)
    const mine = await openList(lin, { scope: SCOPE.mine })
    const free = await openList(wei, { scope: SCOPE.unassigned })
    const workbench = await openWorkbench(lin, customerId)

    expect(await lin.call(customerApi.release, { body: { customerId } })).toMatchObject({ agentId: null })

    expect([await mine.settle(), await free.settle()]).toEqual([[], [customerId]])
    await mine.agrees()
    await free.agrees()
    await workbench.agrees()
    expect(await workbench.events()).toMatchObject([
      { type: 'cus_message' },
      { type: 'rel_cus', agentId: null, fromAgentId: lin.id, reason: 'release', operatorId: lin.id },
    ])
    expect(await here.linesOf(customerId)).toContain('林小满 释放了该客户')
  })

  test('a colleague’s needs the permission to transfer; of nobody’s nothing is told', async () => {
    const { lin, wei, zhao } = here
    const before = await here.eventsOf(customerId)
    expect(await lin.call(customerApi.release, { body: { customerId } })).toMatchObject({ agentId: null })
    expect(await here.eventsOf(customerId)).toEqual(before)

    await receive(lin)
    const watcher = await (await here.hire('旁观', ['im:viewPage', 'im:replyCustomer'])).signIn()
    for (const person of [wei, watcher])
      expect(await person.refused(customerApi.release, { body: { customerId } })).toMatchObject({ code: 40401 })
    await here.db.sql.update(role).set({ customerScope: 'all' }).where(eq(role.id, watcher.roleId))
    expect(await watcher.refused(customerApi.release, { body: { customerId } })).toMatchObject({ code: 40301 })

    expect(await zhao.call(customerApi.release, { body: { customerId } })).toMatchObject({ agentId: null })
    expect(await here.linesOf(customerId)).toContain('赵知远 释放了该客户')
  })

  test('a colleague’s by whom may transfer but not reply, alone and among many; not their own', async () => {
    const lead = await (await here.hire('调度', ['im:viewPage', 'im:manageCustomerTransfer'])).signIn()
    await here.db.sql.update(role).set({ customerScope: 'all' }).where(eq(role.id, lead.roleId))
    await receive(here.lin)
    expect(await lead.call(customerApi.release, { body: { customerId } })).toMatchObject({ agentId: null })
    await receive(here.lin)
    const body = { customerIds: [customerId], action: 'release' as const }
    expect(await lead.call(customerApi.batch, { body })).toEqual({ success: 1, failed: [] })

    await here.changeCustomer(customerId, { agentId: lead.id })
    expect(await lead.refused(customerApi.release, { body: { customerId } })).toMatchObject({ code: 40301 })
    expect(await lead.call(customerApi.batch, { body })).toMatchObject({ failed: [{ msg: '没有权限' }] })
  })
})

describe('转接', () => {
  test('passes one’s own on with reason and note; only who gets the customer is hinted', async () => {
    const { lin, wei } = here
    await receive(lin)
    const mine = await openList(lin, { scope: SCOPE.mine })
    const theirs = await openList(wei, { scope: SCOPE.mine })
    const workbench = await openWorkbench(here.zhao, customerId)

    const answer = await lin.call(customerApi.redirect, redirect(wei, { note: '想看样品' }))

    expect(answer).toMatchObject({ customerId, agentId: wei.id, agentName: wei.name })
    expect([await mine.settle(), await theirs.settle()]).toEqual([[], [customerId]])
    await mine.agrees()
    await theirs.agrees()
    await workbench.agrees()
    expect((await here.eventsOf(customerId)).at(-1)).toMatchObject({
      type: 'redirect_cus',
      payload: { agentId: wei.id, fromAgentId: lin.id, reason: '更专业的同事', note: '想看样品', operatorId: lin.id },
    })
    expect(await here.linesOf(customerId)).toContain('林小满 将该客户转接给 卫青禾：更专业的同事')
    const { items } = await wei.call(messageApi.list, { body: { customerId } })
    expect(items.at(-1)).toMatchObject({ senderKind: 'human', content: { type: 'note', text: '想看样品' } })
    expect(await here.hints()).toMatchObject([
      { to: [wei.id], hint: { hintType: 'transferred', customerId, text: '林小满 将 小满 转接给您：更专业的同事' } },
    ])
    // An agent with the data scope 本人 no longer sees the customer.
    expect(await lin.refused(messageApi.list, { body: { customerId } })).toMatchObject({ code: 40401 })
  })

  test('others’ and nobody’s need the permission to transfer; whoever takes them over needs no hint, who loses them gets one', async () => {
    const { lin, zhao } = here
    expect(await lin.refused(customerApi.redirect, redirect(here.wei))).toMatchObject({ code: 40301 })
    await receive(lin)

    const own = redirect(zhao, { reason: TAKE_OVER_REASON })
    expect(await zhao.call(customerApi.redirect, own)).toMatchObject({ agentId: zhao.id })

    expect(await here.linesOf(customerId)).toContain('赵知远 将该客户转接给自己：主动接手')
    expect(await here.hints()).toMatchObject([
      { to: [lin.id], hint: { hintType: 'passed_on', text: '赵知远 已将您的客户 小满 转接给 赵知远' } },
    ])
  })

  test('to an agent who may not receive the customer is refused, and nothing changes', async () => {
    const { lin, wei, zhao, rival } = here
    await receive(lin)
    const reader = await here.hire('只看', ['im:viewPage'])
    const before = await here.customerOf(customerId)

    for (const person of [rival, reader])
      expect(await lin.refused(customerApi.redirect, redirect(person))).toMatchObject({
        code: 40401,
        msg: '客服不存在或已删除',
      })
    await here.changeAgent(wei, { enabled: false })
    expect(await zhao.refused(customerApi.redirect, redirect(wei))).toMatchObject({ code: 40401 })
    await here.changeAgent(wei, { enabled: true, accountScope: [] })
    expect(await zhao.refused(customerApi.redirect, redirect(wei))).toMatchObject({ code: 42200 })
    expect(await zhao.refused(customerApi.redirect, redirect(wei, { reason: ' ' }))).toMatchObject({ code: 40001 })
    expect(await zhao.refused(customerApi.redirect, redirect(wei, { reason: '随便写的' }))).toMatchObject({
      code: 40001,
      data: { fields: { reason: '转接原因已变更，请重新选择' } },
    })

    expect(await here.customerOf(customerId)).toEqual(before)
  })

  test('who can be chosen: those who are there first, then who has room; not the owner, not who may not', async () => {
    const { lin, wei, zhao } = here
    await receive(lin)
    await here.hire('只看', ['im:viewPage'])
    const elsewhere = await here.hire('别处', 'agent')
    await here.changeAgent(elsewhere, { accountScope: [] })
    await here.changeAgent(zhao, { status: 'invisible' })
    await here.seeThere(wei, zhao)

    const targets = await lin.call(customerApi.listTargets, { body: { customerId } })

    expect(targets).toMatchObject([
      { agentId: wei.id, name: wei.name, isOnline: true, current: 0, limit: 50 },
      { agentId: zhao.id, isOnline: false },
    ])
    expect(await zhao.call(customerApi.listTargets, { body: {} })).toContainEqual(
      expect.objectContaining({ agentId: lin.id, isOnline: false, current: 1 }),
    )
    here.clock.advance(61_000)
    expect((await lin.call(customerApi.listTargets, { body: { customerId } })).map((each) => each.isOnline)).toEqual([
      false,
      false,
    ])
  })
})

test('another enterprise’s customer looks absent to every change of its reception', async () => {
  const { rival, lin } = here
  const absent = { code: 40401, msg: '客户不存在或已删除' }
  const before = await here.customerOf(customerId)
  const bodies = [
    [customerApi.receive, { customerId }],
    [customerApi.release, { customerId }],
    [customerApi.redirect, { customerId, agentId: rival.id, reason: '更专业的同事' }],
    [customerApi.listTargets, { customerId }],
    [customerApi.archive, { customerId, archive: true }],
    [customerApi.setAiStatus, { customerId, enableAi: false }],
    [customerApi.setWorkflowStatus, { customerId, enableWorkflow: false }],
    [customerApi.setAutoEnable, { customerId, enable: false }],
    [customerApi.block, { customerId, block: true }],
    [customerApi.viewing, { customerId }],
  ] as const
  for (const [endpoint, body] of bodies) expect(await absentForRival(rival, endpoint, { body })).toMatchObject(absent)
  const batch = { customerIds: [customerId], action: 'archive' as const, archive: true }
  expect(await answerForRival(rival, customerApi.batch, { body: batch })).toEqual({
    success: 0,
    failed: [{ id: customerId, name: '', msg: absent.msg }],
  })
  expect(await here.customerOf(customerId)).toEqual(before)
  expect(
    await lin.refused(customerApi.redirect, { body: { customerId, agentId: rival.id, reason: '更专业的同事' } }),
  ).toMatchObject({
    code: 40301,
  })
})

const toGroup = (group: TransferGroupRef, id = customerId) => ({
  body: { customerId: id, group, reason: '更专业的同事' },
})
const roleOf = ({ roleId }: Person) => ({ kind: 'role', id: roleId }) as const

describe('转接到客服组', () => {
  // R176
  test('one of the group who is 在线 and free gets the customer, never the owner, never who is 忙碌', async () => {
    const { lin, wei, zhao, account, changeAgent, seeThere } = here
    await seeThere(lin, wei, zhao)
    await receive(lin)
    const team = { kind: 'account', id: account.id } as const

    const groups = await lin.call(customerApi.listGroups, { body: { customerIds: [customerId] } })
    expect(groups[0]).toMatchObject({ group: team, free: groups[0]?.size })
    expect(groups).toContainEqual(expect.objectContaining({ group: roleOf(wei), free: 1 }))

    await changeAgent(wei, { status: 'invisible', busyReason: '会议' })
    expect(await lin.refused(customerApi.redirect, toGroup(roleOf(wei)))).toMatchObject({
      code: 42200,
      msg: '该组暂无在线且未满的客服',
    })
    expect(await here.customerOf(customerId)).toMatchObject({ agentId: lin.id })
    expect(await lin.call(customerApi.redirect, toGroup(team))).toMatchObject({ agentId: zhao.id })
  })

  test('of two transfers at once to a group with one free place one is refused', async () => {
    const { lin, wei, changeAgent, seeThere } = here
    const other = await here.write('小雨', '在吗')
    await seeThere(wei)
    await changeAgent(wei, { receptionLimit: 1 })
    await receive(lin)
    await receive(lin, other)

    const answers = await Promise.all(
      [customerId, other].map((id) => lin.request(customerApi.redirect, toGroup(roleOf(wei), id))),
    )

    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([1, 42200]))
    const owners = [await here.customerOf(customerId), await here.customerOf(other)].map(({ agentId }) => agentId)
    expect(new Set(owners)).toEqual(new Set([lin.id, wei.id]))
  })

  test('an agent or a group, not both; groups of another enterprise look absent', async () => {
    const { lin, wei, rival } = here
    await receive(lin)
    const both = { ...toGroup(roleOf(wei)).body, agentId: wei.id }

    expect(await lin.refused(customerApi.redirect, { body: both })).toMatchObject({ code: 40001 })
    expect(await lin.refused(customerApi.redirect, toGroup(roleOf(rival)))).toMatchObject({ code: 40401 })
    await absentForRival(rival, customerApi.listGroups, { body: { customerIds: [customerId] } })
  })
})
