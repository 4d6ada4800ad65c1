import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderConsole } from '../testing/render.tsx'
import type { LineData } from './chart-data.ts'
import { ChartPanel } from './chart-panel.tsx'

const data: LineData = {
  kind: 'line',
  labels: ['03-09 一', '03-10 二'],
  series: [{ name: '进线', tone: 'c-2', values: [168, 172] }],
}

test('the data table shows every value, and a value opens the list behind it', async () => {
  const { user, address } = renderConsole(
    <ChartPanel title="趋势" data={data} linkOf={({ index }) => (index === 1 ? '/bi?tab=session' : undefined)} />,
  )
  expect(await screen.findByRole('figure', { name: '趋势' })).toBeTruthy()

  await user.click(screen.getByRole('button', { name: '查看数据表' }))
  const table = screen.getByRole('table')
  expect(within(table).getByText('168').tagName).toBe('TD')
  await user.click(within(table).getByRole('link', { name: '172' }))

  expect(address()).toBe('/bi?tab=session')
})

test('what the figures mean is told on hover', async () => {
  const { user } = renderConsole(
    <ChartPanel title="趋势" data={data} definitions={[{ label: '进线客户', text: '同一客户只计一次' }]} />,
  )

  await user.hover(await screen.findByRole('button', { name: '趋势的口径' }))

  expect(await screen.findByText('同一客户只计一次')).toBeTruthy()
})

test('without data the panel says so and offers no picture', async () => {
  renderConsole(<ChartPanel title="趋势" data={{ ...data, series: [{ ...data.series[0]!, values: [0, 0] }] }} />)

  expect(await screen.findByText('暂无数据')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '下载 PNG' })).toBeNull()
})

// R20
test('while its data loads the panel says so', async () => {
  renderConsole(<ChartPanel title="趋势" data={undefined} />)

  expect((await screen.findByRole('status')).textContent).toContain('加载中')
})

test('a failed load is told inside the panel and tried again', async () => {
  let tries = 0
  const { user } = renderConsole(
    <ChartPanel title="趋势" data={undefined} error={new Error('网络错误')} onRetry={() => (tries += 1)} />,
  )

  await user.click(await screen.findByRole('button', { name: '重试' }))

  expect(tries).toBe(1)
})
