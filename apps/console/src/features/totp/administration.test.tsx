import { Agent, Role, totpApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { testConfirmRules } from '../../testing/form-rules.ts'
import { openLayer } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { RequireTotpSwitch } from './require-totp-switch.tsx'
import { ResetTotpButton } from './reset-totp-button.tsx'

const lin = sample(Agent, { name: '林小满' })
const wei = sample(Agent, { name: '卫青禾' })
const role = sample(Role, { name: '客服', requiresTotp: false })

describe('the reset of a colleague’s second step', () => {
  async function open() {
    const server = createFakeServer()
    server.answer(totpApi.holders, [lin.id])
    server.answer(totpApi.reset, true)
    const page = await openLayer(
      () => (
        <>
          <ResetTotpButton agent={lin} />
          <ResetTotpButton agent={wei} />
        </>
      ),
      { server },
    )
    await screen.findByText('重置两步验证')
    return page
  }

  test('is offered where it is on', async () => {
    await open()

    expect(screen.getAllByRole('button', { name: '重置两步验证' })).toHaveLength(1)
  })

  testConfirmRules({
    open,
    ask: (page) => page.user.click(page.button('重置两步验证')),
    title: '重置「林小满」的两步验证？',
    endpoint: totpApi.reset,
    sent: { body: { id: lin.id } },
  })
})

describe('the demand of a second step by a role', () => {
  const open = (from = role, disabled = false) => {
    const server = createFakeServer()
    server.answer(totpApi.requireForRole, true)
    return openLayer(() => <RequireTotpSwitch role={from} disabled={disabled} />, { server })
  }
  const turn = (page: Awaited<ReturnType<typeof open>>) => page.user.click(screen.getByRole('switch'))

  testConfirmRules({
    open,
    ask: turn,
    title: '要求「客服」开启两步验证？',
    endpoint: totpApi.requireForRole,
    sent: { body: { id: role.id, required: true } },
  })

  test('is taken back without a question', async () => {
    const page = await open({ ...role, requiresTotp: true })

    await turn(page)

    await expect
      .poll(() => page.server.calls(totpApi.requireForRole))
      .toEqual([{ body: { id: role.id, required: false } }])
  })

  test('is read-only without the permission', async () => {
    await open(role, true)

    expect(screen.getByRole<HTMLButtonElement>('switch').disabled).toBe(true)
  })
})
