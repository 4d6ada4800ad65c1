import { AiVersion, RelationId, aiAgentApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testConfirmRules } from '../../../testing/form-rules.ts'
import { openLayer } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { VersionItem } from './version-item.tsx'

const relationId = sample(RelationId)
const version = sample(AiVersion, { version: 3, note: '改了语气', agentName: '林小满' })

function open({ isCurrent = false, canEdit = true } = {}) {
  const server = createFakeServer()
  server.answer(aiAgentApi.rollback, { version: 6 })
  return openLayer(
    () => <VersionItem relationId={relationId} version={version} isCurrent={isCurrent} canEdit={canEdit} />,
    { server },
  )
}

testConfirmRules({
  open,
  ask: (page) => page.user.click(page.button('回滚到 v3')),
  title: '回滚到 v3？',
  endpoint: aiAgentApi.rollback,
  sent: { body: { relationId, version: 3 } },
})

test('a rollback says which version was published instead', async () => {
  const page = await open()

  await page.user.click(page.button('回滚到 v3'))
  await page.answer('回滚到 v3？', '确认')

  await expect.poll(() => page.toasts).toEqual(['success: 已回滚到 v3 的内容，发布为 v6'])
})

test.each([{ isCurrent: true }, { canEdit: false }])('there is nothing to roll back to with %j', async (part) => {
  await open(part)

  expect(screen.queryByRole('button', { name: '回滚到 v3' })).toBeNull()
})
