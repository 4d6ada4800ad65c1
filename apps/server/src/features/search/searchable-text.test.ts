import { MESSAGE_TYPES } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { searchableText } from './searchable-text.ts'

test.each(MESSAGE_TYPES)('a %s can be found by its words', (type) => {
  expect(searchableText({ type, text: '全屋定制', placeholder: '全屋定制' })).toBe('全屋定制')
})

test.each(['image', 'voice', 'video'])('a %s has none', (type) => {
  expect(searchableText({ type, text: '全屋定制', placeholder: '全屋定制' })).toBe('')
})
