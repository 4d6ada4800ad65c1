import { expect, test } from 'vitest'
import { readAgentUrl, searchOfTab } from './agent-url.ts'

const read = (search: string) => readAgentUrl(new URLSearchParams(search))

test('an address without a word shows the role', () => {
  expect(read('')).toEqual({ tab: 'role', isPreview: false, isTests: false, range: 'recent7Days' })
  expect(searchOfTab('role')).toBe('')
})

test('a copied address shows a colleague the same', () => {
  expect(read('tab=effect&range=recent30Days&view=preview&layer=tests')).toEqual({
    tab: 'effect',
    isPreview: true,
    isTests: true,
    range: 'recent30Days',
  })
  expect(read(searchOfTab('handoff')).tab).toBe('handoff')
})

test('what cannot be read counts as not set', () => {
  expect(read('tab=soul&range=ever&view=x&layer=y')).toEqual(read(''))
})
