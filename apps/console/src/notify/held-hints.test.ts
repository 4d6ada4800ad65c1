import type { HintEvent, HintType } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { createHeldHints } from './held-hints.ts'

const hint = (hintType: HintType, text: string) => ({ type: 'hint', hintType, text, level: 'warn' }) as HintEvent

function openTab() {
  const shown: string[] = []
  const tab = { isLookedAt: false }
  const hints = createHeldHints({ isLookedAt: () => tab.isLookedAt, show: ({ text }) => shown.push(text) })
  return { tab, hints, shown }
}

test.each(['quota_near', 'account_expired', 'queue_full', 'model_failed'] as const)(
  '%s in a tab nobody looks at is read when somebody does, once',
  (hintType) => {
    const { tab, hints, shown } = openTab()
    hints.take(hint(hintType, '授权已失效'))
    hints.take(hint(hintType, '授权已失效'))
    hints.look()
    expect(shown).toEqual([])

    tab.isLookedAt = true
    hints.look()
    hints.look()

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

test('in a focused tab a hint is shown at once', () => {
  const { tab, hints, shown } = openTab()
  tab.isLookedAt = true

  hints.take(hint('handoff', '小满 需要人工接待'))

  expect(shown).toEqual(['小满 需要人工接待'])
})
