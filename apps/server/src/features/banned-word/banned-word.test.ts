import { BANNED_PATTERNS_MAX, type BannedWordFields, automationApi, bannedWordApi, quickReplyApi } from '@ruwu/contract'
import { beforeEach, expect, test } from 'vitest'
import { bannedWordHit } from '../../db/schema/index.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { outboundWorld, type OutboundWorld } from '../../testing/outbound-world.ts'
import { fileOf, xlsxOf } from '../../testing/sample-files.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'

const WORD: BannedWordFields = {
  word: '亏本甩卖',
  match: 'contains',
  level: 'block',
  replaceWith: '',
  source: 'all',
  category: 'custom',
  enabled: true,
}

let out: OutboundWorld
let here: OutboundWorld['here']

beforeEach(async () => {
  out = await outboundWorld()
  ;({ here } = out)
})

const add = (fields: Partial<BannedWordFields> = {}) =>
  here.zhao.call(bannedWordApi.create, { body: { ...WORD, ...fields } })
const page = async (body: object = {}) => (await here.zhao.call(bannedWordApi.page, { body })).items
const builtin = async () => (await page({ kind: 'builtin', keyword: '全网最低' }))[0]
const problem = async (fields: Partial<BannedWordFields>) =>
  (await here.zhao.refused(bannedWordApi.create, { body: { ...WORD, ...fields } })).data

// R135
test('an own word stops a message at once, also with signs inserted; deleted, it stops none', async () => {
  const { id } = await add()

  expect(await out.refused(here.lin, '今天亏本 甩·卖', 'chat-001')).toMatchObject({
    code: 42201,
    msg: '企业设置的违禁词',
    data: { level: 'block', canConfirm: false, hits: [{ word: '亏本 甩·卖', listed: '亏本甩卖' }] },
  })
  await here.zhao.call(bannedWordApi.remove, { query: { id: id! } })

  expect(await auditEntries(here.db, bannedWordApi.remove)).toMatchObject([{ objectName: '亏本甩卖' }])
  expect(await out.send(here.lin, '今天亏本甩卖', 'chat-001')).toMatchObject({ status: 0 })
})

test('a matcher in use is built again after each change of the list', async () => {
  await add()
  await out.refused(here.lin, '亏本甩卖', 'chat-001')
  const { id } = await add({ word: '跳楼价' })

  expect(await out.refused(here.lin, '跳楼价', 'chat-002')).toMatchObject({ code: 42201 })
  await here.zhao.call(bannedWordApi.update, { body: { ...WORD, word: '跳楼价', id: id!, version: 1, enabled: false } })

  await out.send(here.lin, '跳楼价', 'chat-002')
  const entries = await auditEntries(here.db, bannedWordApi.create)
  expect(new Set(entries.map(({ objectName }) => objectName))).toEqual(new Set(['亏本甩卖', '跳楼价']))
})

test('提醒 is asked and 替换 replaces, both once confirmed; another platform’s word does nothing', async () => {
  await add({ level: 'warn' })
  await add({ word: '特价', level: 'replace', replaceWith: '优惠' })
  await add({ word: '清仓', source: 'redbook' })

  expect(await out.refused(here.lin, '亏本甩卖', 'chat-001')).toMatchObject({ data: { canConfirm: true } })
  expect(await out.refused(here.lin, '今天特价', 'chat-002')).toMatchObject({ data: { text: '今天优惠' } })
  await out.send(here.lin, '今天特价', 'chat-002', { confirmWarn: true })
  await out.work()
  await out.send(here.lin, '清仓了', 'chat-003')
  await out.work()

  expect(out.arrived).toEqual(['今天优惠', '清仓了'])
})

test('a built-in word can be switched off and on again, but not deleted', async () => {
  expect(await builtin()).toMatchObject({ id: null, category: 'absolute', level: 'warn', enabled: true })
  expect(await out.refused(here.lin, '全网最低', 'chat-001')).toMatchObject({ code: 42201 })

  await here.zhao.call(bannedWordApi.enableBuiltin, { body: { word: '全网最低', enabled: false } })

  expect(await builtin()).toMatchObject({ enabled: false })
  await out.send(here.lin, '全网最低', 'chat-001')
  expect(await here.rival.call(bannedWordApi.rules, {})).toEqual({ rows: [], disabled: [] })
  await here.zhao.call(bannedWordApi.enableBuiltin, { body: { word: '全网最低', enabled: true } })
  expect(await out.refused(here.lin, '全网最低', 'chat-002')).toMatchObject({ code: 42201 })
  const entries = await auditEntries(here.db, bannedWordApi.enableBuiltin)
  expect(new Set(entries.map(({ objectName, after }) => `${objectName} ${after.enabled}`))).toEqual(
    new Set(['全网最低 否', '全网最低 是']),
  )
  const absent = { body: { word: '没有这个词', enabled: false } }
  expect(await here.zhao.refused(bannedWordApi.enableBuiltin, absent)).toMatchObject({ code: 40401 })
})

const words = async (order: 'asc' | 'desc') => (await page({ sort: { field: 'hits', order } })).map(({ word }) => word)

test('words are ordered by their hits, both ways', async () => {
  for (const word of ['第一词', '第二词']) await add({ word, level: 'warn' })
  await out.refused(here.lin, '有第二词', 'chat-101')

  expect(await words('desc')).toEqual(['第二词', '第一词'])
  expect(await words('asc')).toEqual(['第一词', '第二词'])
})

test('hits are counted per word, account and agent, of a refused message too, and a confirmed one once', async () => {
  await add({ level: 'warn' })
  await out.refused(here.lin, '亏本甩卖，亏本甩卖', 'chat-001')
  await out.send(here.lin, '亏本甩卖，亏本甩卖', 'chat-001', { confirmWarn: true })
  await out.refused(here.lin, '再亏 本甩卖', 'chat-002')

  expect((await page())[0]).toMatchObject({ word: '亏本甩卖', hits: 2 })
  expect(await here.db.sql.select().from(bannedWordHit)).toMatchObject([
    { relationId: out.account.id, agentId: here.lin.id, hits: 2 },
  ])
  expect(await here.zhao.call(automationApi.more, {})).toMatchObject({
    words: { own: 1, disabled: 0, hitsInWeek: 2 },
  })
})

test('a quick reply is warned about by own words', async () => {
  await add()
  const { id: groupId } = await here.zhao.call(quickReplyApi.createGroup, {
    body: { ownerType: 'enterprise', title: '活动' },
  })

  const saved = await here.zhao.call(quickReplyApi.create, { body: { groupId, title: '活动', content: '亏本甩卖' } })

  expect(saved.warnings).toEqual(['亏本甩卖：企业设置的违禁词'])
})

test('a word is changed against its version, and the list says who did', async () => {
  const { id, version } = await add()
  const change = (fields: object) => ({ body: { ...WORD, id: id!, version, ...fields } })

  const changed = await here.zhao.call(bannedWordApi.update, change({ level: 'replace', replaceWith: '特惠' }))

  expect(changed).toMatchObject({ level: 'replace', replaceWith: '特惠', updatedByName: '赵知远', version: 2 })
  expect(await here.zhao.refused(bannedWordApi.update, change({}))).toMatchObject({
    code: 40902,
    msg: '内容已被 赵知远 更新，请刷新后重试',
  })
  expect(await auditEntries(here.db, bannedWordApi.update)).toMatchObject([
    { before: { level: '拦截' }, after: { level: '替换', replaceWith: '特惠' } },
  ])
})

test.each<[string, Partial<BannedWordFields>, object]>([
  ['no word', { word: ' ' }, { word: '请输入违禁词' }],
  ['a long word', { word: '词'.repeat(21) }, { word: '违禁词最多 20 个字' }],
  ['nothing to replace it with', { level: 'replace' }, { replaceWith: '请输入替换为' }],
  ['a broken pattern', { match: 'regex', word: '(' }, { word: '正则表达式不正确或过于复杂' }],
  [
    'a replacement with a phone number',
    { level: 'replace', replaceWith: '13800001234' },
    { replaceWith: '替换为不能含联系方式、链接或被拦截的词' },
  ],
  ['a pattern that backtracks', { match: 'regex', word: '(a+)+' }, { word: '正则表达式不正确或过于复杂' }],
])('%s is refused at its field', async (_what, fields, expected) => {
  expect(await problem(fields)).toEqual({ fields: expected })
})

test('the same word twice, whatever its case and also at once, is refused', async () => {
  const answers = await Promise.all(
    ['VIP价', 'vip价'].map((word) => here.zhao.request(bannedWordApi.create, { body: { ...WORD, word } })),
  )

  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([1, 40001]))
  expect(answers.find(({ code }) => code !== 1)).toMatchObject({ data: { fields: { word: '该违禁词已存在' } } })
  expect(await page()).toHaveLength(1)
})

test('regular expressions are few, typed or imported: each is run on every message', async () => {
  const words = Array.from({ length: BANNED_PATTERNS_MAX }, (_, n) => [`词${n}`, '正则'])
  const file = fileOf(await xlsxOf([['违禁词', '匹配'], ...words, ['多一个', '正则'], ['普通', '包含']]), '词库.xlsx')
  const tooMany = `最多 ${BANNED_PATTERNS_MAX} 个正则违禁词`

  expect(await here.zhao.call(bannedWordApi.import, { body: {}, file })).toMatchObject({
    success: BANNED_PATTERNS_MAX + 1,
    failed: [{ row: BANNED_PATTERNS_MAX + 2, msg: tooMany }],
  })
  const [plain] = await page({ keyword: '普通' })
  const more = { ...WORD, word: '再一个', match: 'regex' as const }
  expect(await here.zhao.refused(bannedWordApi.create, { body: more })).toMatchObject({ msg: tooMany })
  const change = { ...more, id: plain!.id!, version: 1 }
  expect(await here.zhao.refused(bannedWordApi.update, { body: change })).toMatchObject({ msg: tooMany })
  const [known] = await page({ keyword: '词7' })
  const kept = { ...WORD, word: '词[78]', match: 'regex' as const, id: known!.id!, version: 1 }
  expect(await here.zhao.call(bannedWordApi.update, { body: kept })).toMatchObject({ word: '词[78]' })
})

test('a table is imported by row, and exported as it is imported', async () => {
  const head = ['违禁词', '匹配', '级别', '替换为', '来源', '分类', '启用']
  const rows = [
    ['亏本甩卖', '', '', '', '', '', ''],
    ['特价', '包含', '替换', '优惠', '抖音', '引流', '否'],
    ['亏本甩卖', '', '提醒', '', '', '', ''],
    ['坏(', '正则', '', '', '', '', ''],
    ['坏', '', '必杀', '', '', '', ''],
    ['热线', '', '替换', 'https://a.com/b', '', '', ''],
    ['', '', '提醒', '', '', '', ''],
  ]
  const run = async (options: object) =>
    here.zhao.call(bannedWordApi.import, { body: options, file: fileOf(await xlsxOf([head, ...rows]), '词库.xlsx') })

  const told = await run({ dryRun: true })
  expect(await page()).toEqual([])
  expect(await run({})).toEqual(told)

  expect(told).toEqual({
    success: 2,
    duplicates: 1,
    failed: [
      { row: 5, msg: '正则表达式不正确或过于复杂' },
      { row: 6, msg: '级别应为拦截、替换、提醒之一' },
      { row: 7, msg: '替换为不能含联系方式、链接或被拦截的词' },
      { row: 8, msg: '请输入违禁词' },
    ],
  })
  expect((await page({ level: 'replace' }))[0]).toMatchObject({
    source: 'douyin',
    category: 'diversion',
    enabled: false,
  })
  expect(await run({ onDuplicate: 'overwrite' })).toMatchObject({ success: 0, duplicates: 3 })
  expect((await page({ keyword: '亏本' }))[0]).toMatchObject({ level: 'warn', version: 2 })
  const entries = await auditEntries(here.db, bannedWordApi.import)
  expect(new Set(entries.map(({ after }) => `${after.count} ${after.overwritten}`))).toEqual(new Set(['2 0', '0 2']))
  const file = await here.zhao.call(bannedWordApi.export, { body: { format: 'csv' } })
  expect(Buffer.from(file.content, 'base64').toString()).toContain('特价,包含,替换,优惠,抖音,引流,否')
  expect(await auditEntries(here.db, bannedWordApi.export)).toMatchObject([{ after: { count: '2', format: 'csv' } }])
})

test('an export holds the words of the open filter', async () => {
  await add({ word: '特价', category: 'diversion' })
  await add({ word: '热线', category: 'custom' })

  const file = await here.zhao.call(bannedWordApi.export, { body: { format: 'csv', category: 'diversion' } })

  const text = Buffer.from(file.content, 'base64').toString()
  expect(text).toContain('特价')
  expect(text).not.toContain('热线')
})

test('readers see the list, agents only what their composer needs, other enterprises nothing', async () => {
  const { id, version } = await add()
  const wu = await (await here.hire('吴运营', ['automation:viewPage'])).signIn()

  expect((await wu.call(bannedWordApi.page, { body: {} })).total).toBe(1)
  expect(await wu.refused(bannedWordApi.remove, { query: { id: id! } })).toMatchObject({ code: 40301 })
  expect((await here.lin.call(bannedWordApi.rules, {})).rows).toMatchObject([{ word: '亏本甩卖' }])
  expect((await here.rival.call(bannedWordApi.page, { body: {} })).total).toBe(0)
  const rival = here.rival
  expect(await absentForRival(rival, bannedWordApi.remove, { query: { id: id! } })).toMatchObject({ code: 40401 })
  const update = { body: { ...WORD, id: id!, version } }
  expect(await absentForRival(rival, bannedWordApi.update, update)).toMatchObject({ code: 40401 })
})
