import { BannedWord, bannedWordApi, BannedWordId } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testConfirmRules, testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sample, sampleId } from '../../../testing/sample.ts'
import { WordDialog } from './word-dialog.tsx'
import { WordListSheet } from './word-list-sheet.tsx'

const row = sample(BannedWord, {
  id: BannedWordId.parse(sampleId()),
  word: '特价',
  match: 'contains',
  level: 'block',
  replaceWith: '',
  source: 'all',
  category: 'custom',
  enabled: true,
  hits: 12,
  version: 3,
})
const builtin = sample(BannedWord, { ...row, id: null, word: '全网最低', updatedAt: null, updatedByName: null })
const FIELDS = {
  word: '特价',
  match: 'contains',
  level: 'block',
  replaceWith: '',
  source: 'all',
  category: 'custom',
  enabled: true,
}

function createServer() {
  const server = createFakeServer()
  server.answer(bannedWordApi.page, ({ body }) => ({
    items: [body.kind === 'own' ? row : builtin],
    total: 1,
    page: 1,
    pageSize: 20,
  }))
  server.answer(bannedWordApi.create, row)
  server.answer(bannedWordApi.update, row)
  server.answer(bannedWordApi.enableBuiltin, builtin)
  server.answer(bannedWordApi.remove, true)
  return server
}

const openDialog = (kept: BannedWord | undefined) =>
  openLayer((close) => <WordDialog row={kept} onClose={close} />, { server: createServer() })

describe('a word', () => {
  testFormRules({
    open: () => openDialog(row),
    edit: (dialog) => dialog.fill('违禁词', '跳楼价'),
    typed: () => valueIn('违禁词'),
    endpoint: bannedWordApi.update,
    sent: { body: { ...FIELDS, word: '跳楼价', id: row.id, version: 3 } },
  })

  test('is checked: a text, a pattern, and what replaces it', async () => {
    const dialog = await openDialog(undefined)

    await dialog.user.click(screen.getByText('正则'))
    await dialog.fill('违禁词', '(')
    await dialog.user.click(dialog.button('保存'))
    expect(await screen.findByText('正则表达式不正确或过于复杂')).toBeTruthy()
    await dialog.fill('违禁词', '特[价惠]')
    await dialog.user.click(screen.getByText('替换'))
    await dialog.user.click(dialog.button('保存'))
    expect(await screen.findByText('请输入替换为')).toBeTruthy()

    await dialog.fill('替换为', '优惠')
    await dialog.user.click(dialog.button('保存'))

    await dialog.expectClosed()
    const body = { ...FIELDS, word: '特[价惠]', match: 'regex', level: 'replace', replaceWith: '优惠' }
    expect(dialog.server.calls(bannedWordApi.create)).toEqual([{ body }])
  })
})

const openList = async (path = '/automation/more?drawer=words') => {
  const list = await openLayer((close) => <WordListSheet onClose={close} />, { server: createServer(), path })
  await screen.findByRole('switch')
  return list
}

describe('the list', () => {
  testConfirmRules({
    open: openList,
    ask: (list) => list.user.click(list.button('删除')),
    title: '删除违禁词「特价」？',
    endpoint: bannedWordApi.remove,
    sent: { query: { id: row.id } },
  })

  test('an export has the chosen format and the open filter', async () => {
    const list = await openList('/automation/more?drawer=words&keyword=特&level=block')
    list.server.answer(bannedWordApi.export, { name: '违禁词库.csv', content: '' })
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})

    await list.user.click(list.button('导出'))
    await list.user.click((await screen.findAllByText('导出为 CSV')).at(-1)!)

    await expect
      .poll(() => list.server.calls(bannedWordApi.export))
      .toEqual([{ body: { keyword: '特', level: 'block', format: 'csv' } }])
    await expect.poll(() => saved.mock.calls.length).toBe(1)
  })

  test('a built-in word is switched off by its text and has no other action', async () => {
    const list = await openList('/automation/more?drawer=words&kind=builtin')

    for (const name of ['删除', '导出']) expect(screen.queryByRole('button', { name })).toBeNull()
    await list.user.click(screen.getByRole('switch', { name: '启用 全网最低' }))

    await expect
      .poll(() => list.server.calls(bannedWordApi.enableBuiltin))
      .toEqual([{ body: { word: '全网最低', enabled: false } }])
  })

  test('a header orders the words, and a filter keeps the order', async () => {
    const list = await openList()

    await list.user.click(screen.getByRole('columnheader', { name: /命中/ }))
    await list.choose('级别', '提醒')

    await expect.poll(list.address).toContain('level=warn&sort=-hits')
    await expect
      .poll(() => list.server.calls(bannedWordApi.page).at(-1))
      .toMatchObject({ body: { level: 'warn', sort: { field: 'hits', order: 'desc' } } })
  })

  test('a filter is sent and kept in the address', async () => {
    const list = await openList()

    await list.choose('级别', '提醒')

    await expect.poll(list.address).toContain('level=warn')
    await expect
      .poll(() => list.server.calls(bannedWordApi.page).at(-1))
      .toMatchObject({ body: { kind: 'own', level: 'warn' } })
  })
})
