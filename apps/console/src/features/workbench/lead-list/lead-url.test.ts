import { expect, test } from 'vitest'
import { filterOf, isFiltered, readChoice, withChoice, withoutFilters } from './lead-url.ts'

const id = 'a'.repeat(32)
const now = new Date('2026-03-16T02:00:00.000Z')

test('the address gives the same list to a colleague', () => {
  const address = `status=new&kind=phone&keyword=5678&range=today&subSourceIds=${id}&owners=none,${id}&duplicate=yes&sort=-createdAt`
  const query = new URLSearchParams(address)

  expect(withChoice(query, {}).toString()).toBe(new URLSearchParams(address).toString())
  expect(filterOf(query, now, 'Asia/Shanghai')).toEqual({
    status: 'new',
    kind: 'phone',
    from: '2026-03-15T16:00:00.000Z',
    to: '2026-03-16T16:00:00.000Z',
    subSourceIds: [id],
    owners: ['none', id],
    hasDuplicates: true,
    keyword: '5678',
    sort: { field: 'createdAt', order: 'desc' },
  })
})

test('what 更多筛选 chooses is in the address too, archived customers only where they are named', () => {
  const address = `source=douyin&enableAi=false&archive=false&stageId=${id}&isStar=true&ad=true&tagIds=${id},${'b'.repeat(32)}&tagMode=all`
  const query = new URLSearchParams(address)

  expect(new Set(withChoice(query, {}).keys())).toEqual(new Set(query.keys()))
  expect(readChoice(withChoice(query, {}))).toMatchObject({
    source: 'douyin',
    enableAi: false,
    archive: false,
    stageId: id,
    isStar: true,
    ad: true,
    tagIds: [id, 'b'.repeat(32)],
    tagMode: 'all',
  })
  expect(isFiltered(query)).toBe(true)
  expect(readChoice(new URLSearchParams()).archive).toBeUndefined()
})

test('values that mean nothing count as not set', () => {
  const query = new URLSearchParams('status=lost&kind=fax&owners=lin&duplicate=maybe&range=soon')

  expect(readChoice(query)).toMatchObject({ owners: [], subSourceIds: [], status: undefined, hasDuplicates: undefined })
})

test('another filter begins at the first page and closes the open lead; 清空 keeps tab and order', () => {
  const query = new URLSearchParams(`status=new&keyword=周&page=3&leadId=${id}&sort=-createdAt&pageSize=50`)

  expect(withChoice(query, { kind: 'wechat' }).toString()).toBe(
    new URLSearchParams('status=new&kind=wechat&keyword=周&sort=-createdAt&pageSize=50').toString(),
  )
  expect(isFiltered(query)).toBe(true)
  expect(withoutFilters(query).toString()).toBe('status=new&sort=-createdAt&pageSize=50')
})
