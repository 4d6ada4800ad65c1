import { customerApi, type CustomerId, LEAD_DUPS_SHOWN, LEAD_REPEATS_SHOWN, leadApi, messageApi } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { lead, session } from '../../db/schema/index.ts'
import { openWorkbench } from '../../testing/workbench-world.ts'
import { type LeadWorld, leadWorld } from '../../testing/lead-world.ts'
import { openAccount } from '../../testing/platform.ts'

let here: LeadWorld

beforeEach(async () => {
  here = await leadWorld()
})

describe('a contact in a customer’s message', () => {
  test('becomes a lead with all that follows, on every open screen', async () => {
    const customerId = await here.write('小满', '在吗')
    const screen = await openWorkbench(here.lin, customerId)

    await here.write('小满', '我电话 138 0000 1234')

    const [found] = await here.leadsOf(customerId)
    expect(found).toMatchObject({
      kind: 'phone',
      value: '13800001234',
      state: 'valid',
      isPrimary: true,
      extractor: 'rule',
      status: 'new',
      result: 'new',
      hits: 1,
      dupOf: null,
      receptionType: 'manual',
    })
    const { items } = await here.lin.call(messageApi.list, { body: { customerId } })
    expect(items.find((item) => item.id === found?.messageId)?.seq).toBe(found?.messageSeq)
    expect(await here.tagNames(customerId)).toEqual(['已开口', '已留资', '高意向'])
    expect(await here.lines(customerId)).toEqual(['客户留下了手机号'])
    expect(await here.rowOf('小满')).toMatchObject({ leadStatus: 'new' })
    expect(await here.db.sql.select().from(session)).toMatchObject([{ hasLead: true }])
    expect(await screen.events()).toContainEqual(
      expect.objectContaining({ type: 'lead_change', leadId: found?.leadId, status: 'new' }),
    )
    await screen.agrees()
  })

  test('said again only counts; another kind adds to it; a newer number takes the first place', async () => {
    const customerId = await here.write('小满', '13800001234', '13800001234', '微信 nora_2019', '换成 13900000000')

    expect(
      (await here.leadsOf(customerId)).map(({ kind, value, result, hits, isPrimary }) => [
        kind,
        value,
        result,
        hits,
        isPrimary,
      ]),
    ).toEqual([
      ['phone', '13900000000', 'added', 1, true],
      ['wechat', 'nora_2019', 'added', 1, true],
      ['phone', '13800001234', 'new', 2, false],
    ])
    expect(await here.lines(customerId)).toEqual(['客户留下了手机号', '客户留下了微信号', '客户留下了手机号'])
  })

  test('said again keeps the message in which it was, the newest ones first', async () => {
    const said = Array.from({ length: LEAD_REPEATS_SHOWN + 2 }, () => '13800001234 是我，13800001234')
    const customerId = await here.write('小满', ...said)

    const [found] = await here.leadsOf(customerId)
    const { items } = await here.lin.call(messageApi.list, { body: { customerId } })
    const own = items.filter((item) => item.senderKind === 'customer').toReversed()
    expect(found?.repeats.map(({ messageId, messageSeq }) => [messageId, messageSeq])).toEqual(
      own.slice(0, LEAD_REPEATS_SHOWN).map((item) => [item.id, item.seq]),
    )
  })

  test('that is ambiguous waits for confirmation and is no lead until then', async () => {
    const customerId = await here.write('小满', '加微 nicolechen')
    const [doubtful] = await here.leadsOf(customerId)
    expect(doubtful).toMatchObject({ kind: 'wechat', state: 'ambiguous', isPrimary: false })
    expect(await here.rowOf('小满')).toMatchObject({ leadStatus: null })
    const screen = await openWorkbench(here.wei, customerId)

    const confirmed = await here.lin.call(leadApi.update, { body: { leadId: doubtful!.leadId, state: 'valid' } })

    expect(confirmed).toMatchObject({ state: 'valid', isPrimary: true, result: 'new' })
    expect(await here.tagNames(customerId)).toContain('已留资')
    expect(await here.lines(customerId)).toEqual(['客户留下了微信号'])
    await screen.agrees()
    expect(
      await here.lin.refused(leadApi.update, { body: { leadId: doubtful!.leadId, state: 'rejected' } }),
    ).toMatchObject({ msg: '该联系方式已确认' })
  })

  test('that was rejected stays rejected when it is said again', async () => {
    const customerId = await here.write('小满', '加微 nicolechen')
    const [doubtful] = await here.leadsOf(customerId)
    await here.lin.call(leadApi.update, { body: { leadId: doubtful!.leadId, state: 'rejected' } })

    await here.write('小满', '加微 nicolechen')

    expect(await here.leadsOf(customerId)).toMatchObject([{ state: 'rejected', hits: 2 }])
    expect(await here.rowOf('小满')).toMatchObject({ leadStatus: null })
  })

  test('masked by the platform is none, nor is one in our own messages', async () => {
    const customerId = await here.write('小满', '138****1234')
    await here.platform.tell(here.platform.echo(here.account, '小满', '打 13800001234', 'app'))
    await here.platform.settle()

    expect(await here.leadsOf(customerId)).toEqual([])
  })
})

describe('the same contact of another customer', () => {
  test('is kept with whose it was first', async () => {
    const first = await here.write('小满', '13800001234')
    await here.send(here.lin, first, '您好')
    const second = await here.write('小寒', '13800001234')

    expect(await here.leadsOf(second, here.zhao)).toMatchObject([
      { result: 'exists', dupOf: { customerId: first, name: '小满', agentName: '林小满' }, dups: [] },
    ])
    expect(await here.leadsOf(first)).toMatchObject([{ result: 'new', dupOf: null }])
  })

  test('of many later ones the first are listed, and how many there are is told', async () => {
    const first = await here.write('小满', '13800001234')
    const others: CustomerId[] = []
    for (let n = 0; n < LEAD_DUPS_SHOWN + 2; n += 1) {
      here.clock.advance(1)
      others.push(await here.write(`客户 ${n}`, '13800001234'))
    }

    const [lead] = await here.leadsOf(first, here.zhao)
    expect(lead?.dups.map(({ customerId }) => customerId)).toEqual(others.slice(0, LEAD_DUPS_SHOWN))
    expect(lead?.dupCount).toBe(others.length)
  })

  test('is shown with the first one too, whose open panels hear of it', async () => {
    const first = await here.write('小满', '13800001234')
    const screen = await openWorkbench(here.lin, first)

    const second = await here.write('小寒', '13800001234')

    const [lead1] = await here.leadsOf(first)
    expect(lead1?.dups).toEqual([{ customerId: second, name: '小寒', agentName: null }])
    expect(await screen.events()).toContainEqual(
      expect.objectContaining({ type: 'lead_change', customerId: first, leadId: lead1?.leadId, status: 'new' }),
    )
    await screen.agrees()
  })

  test('of an invisible customer shows only its owner, and no later duplicates', async () => {
    const first = await here.write('小满', '13800001234')
    await here.send(here.lin, first, '您好')
    const second = await here.write('小寒', '13800001234')
    await here.send(here.wei, second, '您好')

    expect((await here.leadsOf(second, here.wei))[0]?.dupOf).toEqual({ customerId: null, agentName: '林小满' })
    expect((await here.leadsOf(first, here.lin))[0]?.dups).toEqual([])
    expect((await here.leadsOf(first, here.zhao))[0]?.dups).toMatchObject([{ customerId: second }])
  })

  test('at the same time: one is first, the other knows of it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const value = `1380000100${round}`
      const people = ['甲', '乙', '丙'].map((name) => `${name}${round}`)
      const ids: CustomerId[] = []
      for (const name of people) ids.push(await here.write(name, '在吗'))
      await Promise.all(
        ids.map((customerId) => here.zhao.call(leadApi.create, { body: { customerId, kind: 'phone', value } })),
      )
      const rows = await here.db.sql.select().from(lead).where(eq(lead.normalised, value))
      expect(rows.map((row) => row.result).toSorted()).toEqual(['exists', 'exists', 'new'])
      const first = rows.find((row) => row.result === 'new')
      expect(rows.filter((row) => row.dupOf !== null).map((row) => row.dupOf)).toEqual([first?.id, first?.id])
    }
  })

  test('in the same batch of messages too', async () => {
    const { platform, account } = here
    await platform.tell(...['甲', '乙', '丙', '丁'].map((name) => platform.text(account, name, '我的手机 13800001234')))
    await platform.settle()

    const rows = await here.db.sql.select().from(lead)
    expect(rows.map((row) => row.result).toSorted()).toEqual(['exists', 'exists', 'exists', 'new'])
  })

  test('is new where the enterprise does not compare', async () => {
    await here.changeSetting({ dedupe: { phone: false, wechat: true, crossAccount: true } })
    await here.write('小满', '13800001234')
    const second = await here.write('小寒', '13800001234')

    expect(await here.leadsOf(second)).toMatchObject([{ result: 'new' }])
  })

  test('is new to another account where accounts are compared each by itself', async () => {
    await here.changeSetting({ dedupe: { phone: true, wechat: true, crossAccount: false } })
    const other = await openAccount(here, { entId: here.zhao.entId })
    await here.write('小满', '13800001234')
    await here.platform.tell(here.platform.text(other, '小寒', '13800001234'))
    await here.platform.settle()
    const third = await here.write('小雪', '13800001234')

    expect(await here.leadsOf((await here.rowOf('小寒')).id)).toMatchObject([{ result: 'new' }])
    expect(await here.leadsOf(third)).toMatchObject([{ result: 'exists' }])
  })
})

describe('a submitted card', () => {
  test('brings number, name, city and the enterprise’s own fields', async () => {
    const budget = await here.addField('预算')
    const style = await here.addField('风格', 'single', ['简约', '中式'])
    const customerId = await here.submitCard('小满', {
      手机号: '138 0000 1234',
      姓名: '张三',
      城市: '上海',
      预算: '10-15 万',
      风格: '巴洛克',
    })

    expect(await here.leadsOf(customerId)).toMatchObject([{ value: '13800001234', extractor: 'card', result: 'new' }])
    const detail = await here.lin.call(customerApi.detail, { query: { customerId } })
    expect(detail).toMatchObject({ remark: '张三', city: '上海', fields: { [budget]: '10-15 万' } })
    expect(detail.fields).not.toHaveProperty(style)
    expect(await here.tagNames(customerId)).toEqual(['已开口', '已提交留资卡', '高意向', '已留资'])
    const { items } = await here.lin.call(customerApi.listChanges, { body: { customerId } })
    const written = items.map(({ field, before, after, agentId }) => `${field} ${before}→${after} ${String(agentId)}`)
    expect(new Set(written)).toEqual(new Set(['城市 →上海 null', '备注名 →张三 null', '预算 →10-15 万 null']))
  })

  test('leaves what agents wrote, and open screens agree', async () => {
    const customerId = await here.write('小满', '在吗')
    await here.lin.call(customerApi.update, { body: { customerId, remark: '老张', city: '苏州' } })
    const screen = await openWorkbench(here.lin, customerId)

    await here.submitCard('小满', { 手机号: '13800001234', 姓名: '张三', 城市: '上海' })

    expect(await here.rowOf('小满')).toMatchObject({ remark: '老张', city: '苏州', leadStatus: 'new' })
    await screen.agrees()
  })
})

test('a number is written into its field, over an old one only where the enterprise wants the newest', async () => {
  const field = await here.addField('手机', 'phone')
  await here.changeSetting({ writeTo: { phone: field, wechat: null } })
  const customerId = await here.write('小满', '13800001234', '13900000000')
  const fieldNow = async () => (await here.lin.call(customerApi.detail, { query: { customerId } })).fields[field]
  expect(await fieldNow()).toBe('13800001234')

  await here.changeSetting({ writeTo: { phone: field, wechat: null }, overwrite: 'always' })
  await here.write('小满', '13700000000')
  expect(await fieldNow()).toBe('13700000000')
})

test('a copied WeChat id is a trace, no contact', async () => {
  const customerId = await here.copyWechat('小满')
  await here.copyWechat('小满')

  expect(await here.leadsOf(customerId)).toMatchObject([{ kind: 'wechat_copy', value: '', hits: 2, isPrimary: false }])
  expect(await here.tagNames(customerId)).toEqual(['已复制微信', '高意向'])
  expect(await here.rowOf('小满')).toMatchObject({ leadStatus: null })
})

describe('a person’s answer', () => {
  test('moves a new lead on, here or in the platform’s app', async () => {
    const here1 = await here.write('小满', '13800001234')
    const screen = await openWorkbench(here.lin, here1)
    await here.send(here.lin, here1, '收到，稍后联系您')
    await here.deliver()
    expect(await here.leadsOf(here1)).toMatchObject([{ status: 'following' }])
    await screen.agrees()

    const inApp = await here.write('小寒', '13900000000')
    await here.platform.tell(here.platform.echo(here.account, '小寒', '好的', 'app'))
    await here.platform.settle()
    expect(await here.leadsOf(inApp)).toMatchObject([{ status: 'following' }])
  })

  test('moves a new one on though another has come further', async () => {
    const customerId = await here.write('小满', '13800001234')
    const { leadId } = (await here.leadsOf(customerId))[0]!
    await here.lin.call(leadApi.update, { body: { leadId, status: 'added' } })
    await here.write('小满', '微信 nora_2019')

    await here.send(here.lin, customerId, '收到，稍后联系您')
    await here.deliver()

    expect((await here.leadsOf(customerId)).map((each) => `${each.kind} ${each.status}`).toSorted()).toEqual([
      'phone added',
      'wechat following',
    ])
  })

  test('that did not arrive does not', async () => {
    const customerId = await here.write('小满', '13800001234')
    await here.send(here.lin, customerId, '收到，稍后联系您')
    expect(await here.leadsOf(customerId)).toMatchObject([{ status: 'new' }])

    await here.deliver('failed')

    expect(await here.leadsOf(customerId)).toMatchObject([{ status: 'new' }])
  })

  test('that was given before the lead does not', async () => {
    const customerId = await here.write('小满', '在吗')
    await here.send(here.lin, customerId, '在的')
    await here.write('小满', '13800001234')
    await here.deliver()

    expect(await here.leadsOf(customerId)).toMatchObject([{ status: 'new' }])
  })
})
