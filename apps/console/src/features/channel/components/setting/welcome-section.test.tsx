import type { AccountDetail } from '@ruwu/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SettingDraft } from '../../setting-draft.ts'
import { WelcomeSection } from './welcome-section.tsx'

const locksOf = (some: { canEdit: boolean; canFollow: boolean }) => {
  const account = { capabilities: { image: null } } as unknown as AccountDetail
  const draft = { welcome: { custom: false, parts: [] }, follow: { welcome: true } } as unknown as SettingDraft
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
