import { type CustomerFilter, WAITED_MINUTES } from '@ruwu/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { filterFromQuery, filterToQuery, type ListView } from './filter-query.ts'
import { agentId, relationId, stageId, tagId } from './testing/a-customer.ts'

const view = (filter: Partial<CustomerFilter> = {}, sort: ListView['sort'] = 'latest'): ListView => ({
  filter: { scope: 1, archive: false, tagMode: 'any', ...filter },
  sort,
})

test.each<[string, ListView]>([
  ['', view()],
  ['scope=3&sort=longestWait', view({ scope: 3 }, 'longestWait')],
  ['scope=4&isStar=true&waited=15', view({ scope: 4, isStar: true, waited: 15 })],
  [`stageId=${stageId(1)}&lastMessage=today`, view({ stageId: stageId(1), lastMessage: 'today' })],
  ['firstContact=2026-01-01..2026-01-31', view({ firstContact: '2026-01-01..2026-01-31' })],
  ['lastMessage=2026-01-01..2026-12-31&firstContact=2026-02-30..2026-03-01', view()],
  [
    'lastMessage=2026-03-02..2026-03-01&firstContact=2026-01-01..2026-07-03',
    view({ firstContact: '2026-01-01..2026-07-03' }),
  ],
  ['waited=7&lastMessage=custom&firstContact=2026-01-01', view()],
  ['scope=5&sort=best&archive=yes&receptionType=robot&source=weibo', view()],
  ['archive=true&enableAi=false&unread=true', view({ archive: true, enableAi: false, unread: true })],
  ['replyState=1&sendResult=2&hasLead=true&ad=true', view({ replyState: 1, sendResult: 2, hasLead: true, ad: true })],
  ['replyState=2&sendResult=0&unread=2', view()],
  ['unread=1&enableAi=0', view({ unread: true, enableAi: false })],
  [
    'receptionType=workflow&source=douyin&offReason=handoff',
    view({ receptionType: 'workflow', source: 'douyin', offReason: 'handoff' }),
  ],
  [`subSourceId=${relationId(1)}&agentId=${agentId(2)}`, view({ subSourceId: relationId(1), agentId: agentId(2) })],
  ['subSourceId=7&agentId=', view()],
  [`tagIds=${tagId(1)},${tagId(2)},${tagId(1)}&tagMode=all`, view({ tagIds: [tagId(1), tagId(2)], tagMode: 'all' })],
  [`tagIds=${tagId(1)},gone`, view()],
  ['keyword=%20%E6%9C%A8%E4%BD%9C%20', view({ keyword: '木作' })],
  [`keyword=${'长'.repeat(51)}`, view()],
  ['keyword=%20&customerId=x&messageId=y&other=z', view()],
])('the address ?%s', (query, expected) => {
  expect(filterFromQuery(new URLSearchParams(query))).toEqual(expected)
})

test('what is the default does not stand in the address', () => {
  expect(filterToQuery(view({ tagIds: [], keyword: '' })).toString()).toBe('')
  expect(
    filterToQuery(view({ scope: 2, enableAi: false, tagIds: [tagId(1), tagId(2)] }, 'unreadFirst')).toString(),
  ).toBe(
    new URLSearchParams({
      scope: '2',
      enableAi: 'false',
      tagIds: `${tagId(1)},${tagId(2)}`,
      sort: 'unreadFirst',
    }).toString(),
  )
})

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const anyView = fc.record({
  sort: fc.constantFrom('latest', 'longestWait', 'unreadFirst' as const),
  filter: fc
    .record({
      scope: fc.constantFrom(1, 2, 3, 4),
      archive: fc.boolean(),
      tagMode: fc.constantFrom('any', 'all'),
      enableAi: maybe(fc.boolean()),
      unread: maybe(fc.boolean()),
      hasLead: maybe(fc.boolean()),
      ad: maybe(fc.boolean()),
      sendResult: maybe(fc.constantFrom(1, 2)),
      replyState: maybe(fc.constant(1)),
      isStar: maybe(fc.boolean()),
      waited: maybe(fc.constantFrom(...WAITED_MINUTES)),
      lastMessage: maybe(fc.constantFrom('week', '2026-01-01..2026-01-31')),
      tagIds: maybe(fc.uniqueArray(fc.nat(30).map(tagId), { minLength: 1, maxLength: 20 })),
      keyword: maybe(fc.string({ minLength: 1, maxLength: 20 }).map((text) => `词${text}`.trim())),
    })
    .map((filter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))),
}) as fc.Arbitrary<unknown> as fc.Arbitrary<ListView>

test('a copied address gives a colleague the same list', () => {
  fc.assert(
    fc.property(anyView, (known) => {
      fc.pre(!known.filter.keyword?.includes('\0'))
      expect(filterFromQuery(new URLSearchParams(filterToQuery(known).toString()))).toEqual(known)
    }),
  )
})
