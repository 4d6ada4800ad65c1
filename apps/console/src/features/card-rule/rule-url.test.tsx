import { screen } from '@testing-library/react'
import { useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { BEFORE, renderConsole } from '../../testing/render.tsx'
import { NEW_RULE, useRuleUrl } from './rule-url.ts'

function Rules() {
  const { ruleId, openRule, close } = useRuleUrl()
  const navigate = useNavigate()
  return (
    <>
      <p>{ruleId ?? '列表'}</p>
      <button type="button" onClick={() => openRule(NEW_RULE)}>
        新建
      </button>
      <button type="button" onClick={close}>
        保存
      </button>
      <button type="button" onClick={() => void navigate(-1)}>
        返回
      </button>
    </>
  )
}

test('back after a rule was saved does not reopen its empty form', async () => {
  const page = renderConsole(<Rules />, { path: '/rules' })
  const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }))
  await press('新建')
  expect(screen.getByText(NEW_RULE)).toBeTruthy()

  await press('保存')
  await press('返回')

  expect(await screen.findByText('列表')).toBeTruthy()
  await press('返回')
  await expect.poll(page.address).toBe(BEFORE)
})
