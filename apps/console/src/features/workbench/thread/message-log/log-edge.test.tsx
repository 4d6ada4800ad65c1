import { CustomerId } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderConsole } from '../../../../testing/render.tsx'
import { sampleId } from '../../../../testing/sample.ts'
import { OlderEdge } from './log-edge.tsx'

const edges = { customerId: CustomerId.parse(sampleId()), older: 'idle', newer: 'idle', hasMoreAfter: false } as const

test('at the top of a thread whose beginning was deleted stands why', async () => {
  renderConsole(<OlderEdge context={{ ...edges, isStartPurged: true }} />)

  expect(await screen.findByText('更早的消息已按数据保留设置删除')).toBeTruthy()
})

test('a thread that is still there from its first message says nothing', () => {
  renderConsole(<OlderEdge context={{ ...edges, isStartPurged: false }} />)

  expect(screen.queryByText('更早的消息已按数据保留设置删除')).toBeNull()
})
