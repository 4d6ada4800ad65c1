import { AccountDetail } from '@ruwu/contract'
import { defaultChannelSetting } from '@ruwu/domain'
import { screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import type { SettingDraft } from '../../setting-draft.ts'
import { WelcomeSection } from './welcome-section.tsx'

const account = sample(AccountDetail)
const setting = defaultChannelSetting('redbook', 'CORP')

const locksOf = (some: { canEdit: boolean; canFollow: boolean }) => {
  const draft = { ...setting, follow: { ...setting.follow, welcome: true } }
  const markup = renderToStaticMarkup(
    <WelcomeSection account={account} draft={draft} errors={{}} onChange={() => {}} {...some} />,
  )
  return [...markup.matchAll(/<input[^>]*type="radio"[^>]*>/g)].map(([input]) => input.includes('disabled'))
}

test('how customers are welcomed is chosen by who may, and not where the main account decides', () => {
  expect(locksOf({ canEdit: true, canFollow: false })).toEqual([false, false])
  expect(locksOf({ canEdit: true, canFollow: true })).toEqual([true, true])
  expect(locksOf({ canEdit: false, canFollow: false })).toEqual([true, true])
})

const draftOf = (count: number, change: Partial<SettingDraft> = {}): SettingDraft => ({
  ...setting,
  welcome: { custom: true, parts: Array.from({ length: count }, (_, index) => ({ type: 'text', text: `${index}` })) },
  ...change,
})

test.each<[string, SettingDraft, { hint: string; canAdd: boolean; note: string | undefined }]>([
  [
    'one of three',
    draftOf(1),
    { hint: '客户开口前可发 3 条，欢迎语最多 3 条，按顺序发送。', canAdd: true, note: undefined },
  ],
  [
    'three, one place kept for people',
    draftOf(3),
    {
      hint: '客户开口前可发 3 条，欢迎语最多 3 条，按顺序发送。',
      canAdd: false,
      note: '为人工预留了 1 条，自动只会发送前 2 条；可以减少预留，或合并内容。',
    },
  ],
  [
    'three, none kept',
    draftOf(3, { reserveForHuman: 0 }),
    { hint: '客户开口前可发 3 条，欢迎语最多 3 条，按顺序发送。', canAdd: false, note: undefined },
  ],
  [
    'one, where the platform allows one',
    draftOf(1, { reserveForHuman: 0, limits: { ...setting.limits, beforeReply: 1 } }),
    { hint: '客户开口前可发 1 条，欢迎语最多 1 条，按顺序发送。', canAdd: false, note: undefined },
  ],
])('as many parts as may be sent before the customer writes: %s', (_case, draft, { hint, canAdd, note }) => {
  renderConsole(
    <WelcomeSection account={account} draft={draft} errors={{}} onChange={() => {}} canEdit canFollow={false} />,
  )

  expect(screen.getByText(hint)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '添加文字' }) !== null).toBe(canAdd)
  expect(screen.queryByText(/为人工预留了/)?.textContent).toBe(note)
})
