import { ChannelSetting, PlanId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { changesBetween, checkDraft, draftOf, withFollowed } from './setting-draft.ts'

const setting = ChannelSetting.parse({
  relationId: 'a'.repeat(32),
  accountType: 'KOS',
  receptionMode: 'open',
  version: 3,
  updatedBy: null,
  updatedAt: '2026-03-16T08:00:00.000Z',
  remark: '门店',
  profile: { brand: '云上木作', industry: '家居', city: '杭州', address: '', hours: '9:30–20:00' },
  planId: null,
  agentIds: [],
  welcome: { custom: false, parts: [] },
  authWarnDays: 3,
  wordLevel: 'block',
  contactLevel: 'block',
  repeatCount: 3,
  reserveForHuman: 1,
  limits: {
    textChars: 1000,
    beforeReply: 3,
    replyCount: 6,
    strangersPerDay: 20,
    strangersPer10Min: 10,
    sameTextBlock: 5,
    pacePer10Min: 10,
  },
  follow: { profile: false, reception: true, welcome: true, notice: true, guard: true },
})
const draft = draftOf(setting)

test('a fresh form has no changes and nothing to refuse', () => {
  expect(changesBetween(draft, draftOf(setting))).toEqual([])
  expect(checkDraft(draft)).toEqual({})
})

test('the save bar names what changed; spaces around a text change nothing', () => {
  const changed = { ...draft, remark: ' 门店 ', repeatCount: 5, limits: { ...draft.limits, replyCount: 5 } }

  expect(changesBetween(draft, changed)).toEqual(['重复话术提醒', '平台限制'])
})

test('every field of the form is watched for changes', () => {
  const others: typeof draft = {
    remark: '其它',
    profile: { ...draft.profile, address: '滨江' },
    planId: PlanId.parse('7'.repeat(32)),
    agentIds: ['b'.repeat(32) as never],
    welcome: { custom: true, parts: [] },
    authWarnDays: 7,
    wordLevel: 'warn',
    contactLevel: 'off',
    repeatCount: 9,
    reserveForHuman: 0,
    limits: { ...draft.limits, textChars: 500 },
    follow: { ...draft.follow, profile: true },
  }

  expect(changesBetween(draft, others)).toHaveLength(Object.keys(draft).length)
})

test('followed groups show the main account’s values, the others keep their own', () => {
  const main = {
    ...setting,
    profile: { ...setting.profile, brand: '主品牌' },
    authWarnDays: 7,
    limits: { ...setting.limits, replyCount: 2 },
  }

  const shown = withFollowed(draft, main)

  expect(shown).toMatchObject({ authWarnDays: 7, limits: { replyCount: 2 }, profile: { brand: '云上木作' } })
})

test.each([
  [{ remark: '字'.repeat(21) }, { remark: '账号备注最多 20 个字' }],
  [{ profile: { ...draft.profile, city: '城'.repeat(51) } }, { 'profile.city': '城市最多 50 个字' }],
  [
    { welcome: { custom: true, parts: [{ type: 'text' as const, text: ' ' }] } },
    { 'welcome.parts.0.text': '请输入欢迎语' },
  ],
  [
    { welcome: { custom: true, parts: [{ type: 'image' as const, url: '' }] } },
    { 'welcome.parts.0.url': '请选择图片' },
  ],
])('a setting with %j says %j', (change, errors) => {
  expect(checkDraft({ ...draft, ...change })).toEqual(errors)
})
