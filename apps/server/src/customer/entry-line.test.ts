import { type Entry, messageApi, type MaterialId, type Source } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { material } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { onlyCustomer, openAccount, Platform } from '../testing/platform.ts'
import { world } from '../testing/world.ts'
import { openWorkbench } from '../testing/workbench-world.ts'
import { entryLine, withContentTitle } from './entry-line.ts'

const note = { postId: 'note-1' }

test.each<[Source, Entry | undefined, string | undefined, string]>([
  ['redbook', undefined, undefined, '客户进入私信页'],
  ['redbook', note, undefined, '客户从笔记进入私信页'],
  ['redbook', note, '小三房收纳', '客户从笔记《小三房收纳》进入私信页'],
  ['douyin', note, '衣柜到顶', '客户从视频《衣柜到顶》进入私信页'],
  ['douyin', { ...note, ad: { planName: '双十一' } }, '衣柜到顶', '客户从广告进入私信页：双十一'],
  ['douyin', { ...note, ad: {} }, '衣柜到顶', '客户从广告进入私信页：《衣柜到顶》'],
  ['douyin', { ad: {} }, undefined, '客户从广告进入私信页'],
])('%s, %o, %s: %s', (source, entry, title, text) => {
  expect(entryLine(source, entry, title).text).toBe(text)

  // A title that becomes known later makes the same line.
  const { kind, text: written, extra } = entryLine(source, entry)
  const content = { type: 'system', text: written, extra: { kind, ...extra } }
  expect(withContentTitle(content, source, new Map(title ? [['note-1', title]] : [])).text).toBe(text)
})

test('the line of a customer’s entry names the note, also one that is synced later', async () => {
  const here = await world()
  const platform = new Platform(here)
  const account = await openAccount(here, { entId: here.lin.entId, source: 'redbook' })
  const enter = async () => {
    const from = { platformId: '小满', name: '小满' }
    await platform.tell({ ...platform.base(account), kind: 'enter', conversationKey: 'conv', from, entry: note })
    await platform.settle()
  }
  await enter()
  const { id: customerId } = await onlyCustomer(here)
  const linesOf = async () =>
    (await here.lin.call(messageApi.list, { body: { customerId } })).items.map(({ content }) => content.text)
  expect(await linesOf()).toEqual(['客户从笔记进入私信页'])

  const now = here.clock.now()
  const at = { createdAt: now, updatedAt: now }
  const key = { entId: account.entId, relationId: account.id, id: newId<MaterialId>(now) }
  const synced = {
    type: 'note',
    platformId: 'note-1',
    name: '收纳',
    title: '小三房收纳',
    auditStatus: 'passed',
  } as const
  await here.db.sql.insert(material).values({ ...key, ...synced, ...at })
  expect(await linesOf()).toEqual(['客户从笔记《小三房收纳》进入私信页'])
  const located = await here.lin.call(messageApi.locate, { body: { customerId, seq: 1 } })
  expect(located.items[0]?.content.text).toBe('客户从笔记《小三房收纳》进入私信页')

  const screen = await openWorkbench(here.lin, customerId)
  here.clock.advance(60_000)
  await enter()
  const heard = (await screen.events()).flatMap((event) => (event.type === 'cus_message' ? event.message : []))
  expect(heard.map(({ content }) => content.text)).toEqual(['客户从笔记《小三房收纳》进入私信页'])
  await screen.agrees()
})
