import { CARD_TYPES } from '@ruwu/contract'
import { SOURCE_CAPABILITIES } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { groupsFor, readCardType } from './card-group.ts'

const { redbook, douyin } = SOURCE_CAPABILITIES

test('each source shows the tabs of the cards it can send', () => {
  expect(groupsFor(douyin).map((it) => it.group)).toEqual(['lead_form'])
  expect(groupsFor(redbook).map((it) => it.group)).toEqual(['lead_form', 'contact', 'landing_page', 'offer', 'note'])
})

test('every card a source can send has its tab', () => {
  const everything = { cards: CARD_TYPES.filter((it) => it !== 'mini_program') }

  expect(
    groupsFor(everything)
      .flatMap((it) => it.types)
      .toSorted(),
  ).toEqual(everything.cards.toSorted())
})

test.each([
  ['type=contact', redbook, 'contact'],
  ['type=contact', douyin, 'lead_form'],
  ['type=nonsense', redbook, 'lead_form'],
  ['', { cards: [] }, undefined],
])('the address ?%s opens the right kind', (search, capabilities, type) => {
  expect(readCardType(new URLSearchParams(search), capabilities)).toBe(type)
})
