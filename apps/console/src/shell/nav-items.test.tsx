import { CustomerCounts, customerApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { MessageSquareText, Tags, Workflow } from 'lucide-react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../testing/fake-server.ts'
import { renderConsole } from '../testing/render.tsx'
import { sample } from '../testing/sample.ts'
import { NavItems } from './nav-items.tsx'
import styles from './nav-items.module.css'

const load = async () => () => null
const pages = [
  { path: '/tag', title: '标签管理', menu: { label: '标签管理', icon: Tags }, load },
  {
    path: '/automation/reception',
    title: '接待方案',
    menu: { label: '自动化', icon: Workflow, section: '/automation' },
    load,
  },
]

const currentAt = (path: string) => {
  renderConsole(<NavItems iconSize={20} />, { path, pages })
  return screen.getAllByRole('link').flatMap((link) => (link.getAttribute('aria-current') ? [link.textContent] : []))
}

test.each([
  ['/tag', ['标签管理']],
  ['/automation/reception', ['自动化']],
  ['/automation/detail-v1?id=1', ['自动化']],
  ['/automation', ['自动化']],
  ['/tags', []],
])('at %s the current item is %j', (path, current) => {
  expect(currentAt(path)).toEqual(current)
})

// R10
test('自动化 opens /automation/reception', () => {
  renderConsole(<NavItems iconSize={20} />, { pages })

  expect(screen.getByRole('link', { name: '自动化' }).getAttribute('href')).toBe('/automation/reception')
})

const chat = {
  path: '/chat',
  title: '私信',
  menu: { label: '私信', icon: MessageSquareText, badge: 'myUnread' },
  load,
} as const

function showChatItem(counts: Partial<CustomerCounts>) {
  const server = createFakeServer()
  server.answer(customerApi.count, sample(CustomerCounts, counts))
  renderConsole(<NavItems iconSize={20} />, { server, pages: [chat] })
}

test('私信 counts the agent’s own unread messages', async () => {
  showChatItem({ myUnread: 3, unassignedCount: 66 })

  expect((await screen.findByTitle('3 条未读消息')).className).toContain(styles.unread)
  expect(screen.queryByTitle('66 位客户未分配')).toBeNull()
})

test('with nothing unread 私信 counts the unassigned customers, quietly', async () => {
  showChatItem({ myUnread: 0, unassignedCount: 66 })

  expect((await screen.findByTitle('66 位客户未分配')).className).toContain(styles.quiet)
  expect(screen.getByRole('link', { name: /66 位客户未分配/ }).getAttribute('href')).toBe('/chat')
})
