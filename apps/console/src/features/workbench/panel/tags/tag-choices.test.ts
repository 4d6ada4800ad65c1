import { Tag, TagGroupId, TagId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { sample } from '../../../../testing/sample.ts'
import { tagChoices } from './tag-choices.ts'

const tag = (digit: string, name: string, part: Partial<Tag> = {}): Tag =>
  sample(Tag, { id: TagId.parse(digit.repeat(32)), name, ...part })
const need = { groupId: TagGroupId.parse('e'.repeat(32)), groupName: '需求' }
const all = [tag('1', '三房', need), tag('2', '杭州'), tag('3', '两房', need), tag('4', '已留资', { kind: 'system' })]

test('tags are offered in their groups, without those the system keeps', () => {
  const { groups, tags, newName } = tagChoices(all, '', true)

  expect(groups.map((it) => it.name)).toEqual(['需求', null])
  expect(tags.map((it) => it.name)).toEqual(['三房', '两房', '杭州'])
  expect(newName).toBeNull()
})

test.each([
  ['房', true, ['三房', '两房'], '房'],
  ['房', false, ['三房', '两房'], null],
  [' 三房 ', true, ['三房'], null],
  // Names are taken by the system's tags as well.
  ['已留资', true, [], null],
])('%o, may create %o: %o, new %o', (keyword, canCreate, names, newName) => {
  const choices = tagChoices(all, keyword, canCreate)

  expect(choices.tags.map((it) => it.name)).toEqual(names)
  expect(choices.newName).toBe(newName)
})
