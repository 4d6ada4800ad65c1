import { AiAgentDetail, aiAgentApi } from '@ruwu/contract'
import { buttonClass } from '@ruwu/ui'
import { screen } from '@testing-library/react'
import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { renderConsole } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { AGENT_TABS, searchOfTab } from '../agent-url.ts'
import type { AgentForm } from '../use-agent-form.ts'
import { PublishActions } from './publish-actions.tsx'

const agent = sample(AiAgentDetail)

/** Read by the dialog alone, which is closed here. */
const form = {} as AgentForm

const tabs = AGENT_TABS.map((tab) => (
  <Link key={tab} to={{ search: searchOfTab(tab) }}>
    {tab}
  </Link>
))

test('发布 is the primary button on every tab', async () => {
  const server = createFakeServer()
  server.answer(aiAgentApi.listTests, [])
  const page = renderConsole([...tabs, <PublishActions key="actions" agent={agent} form={form} canEdit />], { server })
  const looks: string[] = []

  for (const tab of AGENT_TABS) {
    await page.user.click(screen.getByRole('link', { name: tab }))
    expect(page.address()).toBe(`/${searchOfTab(tab)}`)
    looks.push(screen.getByRole('button', { name: '发布' }).className)
  }

  expect(looks).toEqual(AGENT_TABS.map(() => buttonClass({ variant: 'primary' })))
})
