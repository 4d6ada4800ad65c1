import type { HintEvent, HintType } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { createHeldHints, type HintPlace, saidOf } from './held-hints.ts'

const hint = (hintType: HintType, text: string) => ({ type: 'hint', hintType, text, level: 'warn' }) as HintEvent

function openTab() {
  const shown: string[] = []
  const tab = { isLookedAt: false }
  let due: (() => void) | undefined
  const hints = createHeldHints({
    isLookedAt: () => tab.isLookedAt,
    show: (together) => shown.push(together.map(({ text }) => text).join('、')),
    soon: (run) => (due = run),
  })
  return { tab, hints, shown, later: () => due?.() }
}

test.each(['quota_near', 'account_expired', 'queue_full', 'model_failed'] as const)(
  '%s in a tab nobody looks at is read when somebody does, once',
  (hintType) => {
    const { tab, hints, shown, later } = openTab()
    hints.take(hint(hintType, '授权已失效'))
    hints.take(hint(hintType, '授权已失效'))
    hints.look()
    expect(shown).toEqual([])

    tab.isLookedAt = true
    hints.look()
    hints.look()
    later()

    expect(shown).toEqual(['授权已失效'])
  },
)

test('what sounds and flashes by itself is not said again later', () => {
  const { tab, hints, shown } = openTab()
  hints.take(hint('assigned', '小满 已分配给您'))

  tab.isLookedAt = true
  hints.look()

  expect(shown).toEqual([])
})

test('in a focused tab hints that come together are told of as one', () => {
  const { tab, hints, shown, later } = openTab()
  tab.isLookedAt = true

  hints.take(hint('handoff', '小满 需要人工接待'))
  hints.take(hint('assigned', '小满 已分配给您'))
  later()
  hints.take(hint('mention', '周野 提到了您'))
  later()

  expect(shown).toEqual(['小满 需要人工接待、小满 已分配给您', '周野 提到了您'])
})

const waits = ['小满', '小寒', '小雪', '小暑'].map((name) => hint('wait_warning', `${name} 已等待 3 分钟`))
const handoff = hint('handoff', '小满 需要人工接待')

test.each([
  ['one', [handoff], ['小满 需要人工接待']],
  ['several that are kept', [handoff, hint('mention', '周野 提到了您')], ['2 条新提醒，可在通知中心查看']],
  ['several that are not', waits.slice(0, 2), ['小满 已等待 3 分钟；小寒 已等待 3 分钟']],
  ['many that are not', waits, ['小满 已等待 3 分钟；小寒 已等待 3 分钟；小雪 已等待 3 分钟 等 4 条']],
  ['both', [handoff, waits[0]!], ['小满 需要人工接待', '小满 已等待 3 分钟']],
])('%s: nothing that 通知中心 does not keep goes unsaid', (_what, hints, said) => {
  expect(saidOf(hints).map(({ text }) => text)).toEqual(said)
})

const passedOn = hint('passed_on', '小寒 已转给同事')

const about = (customerId: string, of: HintEvent) => ({ ...of, customerId }) as HintEvent

test.each<[string, HintEvent[], (HintPlace | undefined)[]]>([
  ['one leads to its own place', [handoff], [handoff]],
  ['several that are kept lead to 通知中心', [handoff, hint('mention', '周野 提到了您')], ['centre']],
  [
    'several about one customer lead to the customer',
    [about('a', waits[0]!), about('a', waits[1]!)],
    [about('a', waits[0]!)],
  ],
  [
    'warnings about several customers lead to those who wait',
    [about('a', waits[0]!), about('b', waits[1]!)],
    ['waiting'],
  ],
  ['others about several customers lead nowhere', [about('a', waits[0]!), about('b', passedOn)], [undefined]],
])('of hints that come together %s', (_what, hints, places) => {
  expect(saidOf(hints).map(({ leadsTo }) => leadsTo)).toEqual(places)
})
