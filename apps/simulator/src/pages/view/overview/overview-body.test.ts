import { expect, test } from 'vitest'
import type { KnobView } from '../../../views.ts'
import { account, entry, indexView } from '../../testing/sample-views.ts'
import { knobValue } from './knob-value.ts'
import { overviewBody } from './overview-body.ts'
import { INITIAL, type OverviewUi } from './ui.ts'

const body = (view = indexView(), ui: Partial<OverviewUi> = {}): string =>
  overviewBody(view, view.journal, { ...INITIAL, ...ui }).text

const knob = (more: Partial<KnobView>): KnobView => ({ ...(indexView().knobs[0] as KnobView), ...more })
const scope = { source: 'redbook', accountId: '60b8e35a917c4df2068a3d51' } as const

test('an account says to whom it is authorised and when its tokens end', () => {
  expect(body()).toContain('已授权给如晤')
  expect(body()).toContain('访问 14 天 12 小时后')
  expect(body(indexView({ accounts: [account({ authorisation: null })] }))).toContain('未授权')
})

test('a phone can be opened on an account and on each of its staff accounts', () => {
  const calls = body().match(/data-call="[^"]*\/control\/customers[^"]*"/g)

  expect(calls).toHaveLength(2)
  expect(calls?.join('')).toContain('61c05d8a3b7e42f9160d8e71')
})

test('a script that does not fit the platform of the chosen account cannot be started', () => {
  const script = { scriptId: 's', title: '号码被脱敏', sources: ['douyin'] as const, summary: '' }
  const start = (source: 'douyin' | 'redbook') =>
    body(indexView({ accounts: [account({ source })], scripts: [{ ...script, sources: [...script.sources] }] })).match(
      /<button[^>]*scripts\/start[^>]*>/,
    )?.[0]

  expect(start('redbook')).toMatch(/disabled/)
  expect(start('douyin')).not.toMatch(/disabled/)
})

test('a knob set for one account shows there, and as a note where all accounts are shown', () => {
  const view = indexView({ knobs: [knob({ perAccount: [{ ...scope, value: 0.3 }] })] })

  expect(body(view, { tab: 'knobs', knobAccount: `${scope.source}/${scope.accountId}` })).toContain('value="30"')
  expect(body(view, { tab: 'knobs' })).toContain('拾光整装设计：0.3')
  expect(body(view, { tab: 'knobs' })).toContain('value=""')
})

test('a value for all accounts is only hinted at on a single account', () => {
  const view = indexView({ knobs: [knob({ global: 1 })] })

  expect(body(view, { tab: 'knobs', knobAccount: `${scope.source}/${scope.accountId}` })).toContain(
    '沿用全部账号的设置',
  )
})

test('a standing journal says how many came meanwhile', () => {
  const view = indexView({ journal: [entry(1), entry(2), entry(3)], journalLast: 3 })

  const paused = body(view, { paused: [entry(1)] })

  expect(paused).toContain('暂停中，新增 2 条')
})

test.each([
  ['number', '6000', 6000],
  ['probability', '30', 0.3],
  ['choice', 'mixed', 'mixed'],
  ['text', ' 28003070:2 ', '28003070:2'],
  ['number', '', null],
  ['choice', '', null],
] as const)('a field of kind %s with %j means %j', (kind, typed, value) => {
  expect(knobValue(kind, typed)).toBe(value)
})
