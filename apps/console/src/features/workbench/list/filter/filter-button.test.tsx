import {
  CustomerCounts,
  CustomerSetting,
  Enterprise,
  SimpleAccount,
  Stage,
  Tag,
  channelApi,
  customerSettingApi,
  enterpriseApi,
  tagApi,
} from '@ruwu/contract'
import { DEFAULT_CUSTOMER_FILTER, DEFAULT_CUSTOMER_SORT, type ListView } from '@ruwu/domain'
import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { me, openLayer } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { FilterButton } from './filter-button.tsx'

const counts = sample(CustomerCounts, { archiveCount: { true: 7, false: 3 } })
const tag = sample(Tag, { name: '已报价' })
const stage = sample(Stage, { name: '已报价阶段' })
const account = sample(SimpleAccount, { name: '云杉家居', source: 'douyin' })

/** The filter of the list, opened. */
async function open() {
  localStorage.clear()
  const server = createFakeServer()
  server.answer(channelApi.simpleList, [account])
  server.answer(tagApi.list, [tag])
  server.answer(customerSettingApi.get, sample(CustomerSetting, { stages: [stage] }))
  server.answer(enterpriseApi.detail, sample(Enterprise, { timezone: 'Asia/Shanghai' }))
  const shown: ListView['filter'][] = []
  function List() {
    const [view, setView] = useState<ListView>({ filter: DEFAULT_CUSTOMER_FILTER, sort: DEFAULT_CUSTOMER_SORT })
    const show = (next: ListView) => {
      shown.push(next.filter)
      setView(next)
    }
    return <FilterButton view={{ agentId: me.id, ...view }} counts={counts} onShow={show} />
  }
  const page = await openLayer(() => <List />, { server })
  const opener = page.button('筛选')
  await page.user.click(opener)
  const panel = await screen.findByRole('dialog', { name: '筛选' })
  // Loaded when it is first opened.
  await within(panel).findByText('已归档')
  return { ...page, opener, panel, shown }
}

test('a choice applies at once with its count, is marked on the button, and is cleared', async () => {
  const page = await open()
  expect(page.button('清空筛选')).toHaveProperty('disabled', true)

  await page.user.click(within(page.panel).getByText('已归档'))
  expect(within(page.panel).getByText('已归档').textContent).toBe('已归档7')
  await page.user.click(screen.getByRole('combobox', { name: '标签' }))
  await page.user.click(await screen.findByText('已报价'))
  expect(page.shown.at(-1)).toEqual({ ...DEFAULT_CUSTOMER_FILTER, archive: true, tagIds: [tag.id] })
  expect(page.button('筛选（已设置）')).toBe(page.opener)

  await page.user.click(page.button('清空筛选'))
  expect(page.shown.at(-1)).toEqual(DEFAULT_CUSTOMER_FILTER)
  expect(page.button('筛选')).toBe(page.opener)
})

test('Escape closes the panel, keeps the choice and returns the focus', async () => {
  const page = await open()

  await page.user.click(within(page.panel).getByText('抖音'))
  await page.user.keyboard('{Escape}')

  await page.expectClosed(page.opener)
  expect(page.shown).toEqual([{ ...DEFAULT_CUSTOMER_FILTER, source: 'douyin' }])
})

test('stage, star, wait and days narrow the list', async () => {
  const page = await open()

  await page.user.click(screen.getByRole('combobox', { name: '阶段' }))
  await page.user.click(await screen.findByText('已报价阶段'))
  await page.user.click(within(page.panel).getByLabelText('只看星标'))
  await page.user.click(screen.getByRole('combobox', { name: '等待时长' }))
  await page.user.click(await screen.findByText('30 分钟以上'))
  await page.user.click(screen.getByRole('combobox', { name: '首次进线' }))
  await page.user.click(await screen.findByText('近7天'))

  expect(page.shown.at(-1)).toEqual({
    ...DEFAULT_CUSTOMER_FILTER,
    stageId: stage.id,
    isStar: true,
    waited: 30,
    firstContact: 'recent7Days',
  })
})

test('a filter is saved as a view from the panel', async () => {
  const page = await open()
  await page.user.click(within(page.panel).getByText('已归档'))
  await page.user.click(page.button('保存视图'))
  await page.fill('视图名称', '旧客户')
  await page.user.click(page.button('保存'))

  expect(JSON.stringify(localStorage)).toContain('旧客户')
})
