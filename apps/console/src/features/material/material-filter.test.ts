import { RelationId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { openCard, readMaterialFilter, writeMaterialFilter } from './material-filter.ts'

const relationId = RelationId.parse('a'.repeat(32))
const read = (search: string) => readMaterialFilter(new URLSearchParams(search), relationId, 'lead_form')

test.each([
  ['', { relationId, type: 'lead_form', page: 1, pageSize: 20 }],
  ['status=passed&page=2', { relationId, type: 'lead_form', status: 'passed', page: 2, pageSize: 20 }],
  ['status=maybe&keyword=%20', { relationId, type: 'lead_form', page: 1, pageSize: 20 }],
])('the address ?%s means %j', (search, filter) => {
  expect(read(search)).toEqual(filter)
})

test('a changed filter begins at the first page', () => {
  expect(writeMaterialFilter({ ...read('page=4&pageSize=50'), status: 'rejected' }).toString()).toBe(
    'type=lead_form&status=rejected&pageSize=50',
  )
})

test('an opened card stands beside the filter and leaves it when closed', () => {
  const opened = openCard(new URLSearchParams('status=passed'), 'new')

  expect(opened.toString()).toBe('status=passed&card=new')
  expect(openCard(opened, undefined).toString()).toBe('status=passed')
})
