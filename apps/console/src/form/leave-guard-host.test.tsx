import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BEFORE, openLayer } from '../testing/render.tsx'
import { useLeaveForm } from './use-leave-form.ts'

const QUESTION = '有未保存的修改，确定离开？'

/** A form that is always dirty; `onClose` may leave it open. */
function DirtyForm({ onClose }: { onClose: () => void }) {
  const { leave } = useLeaveForm(true, onClose)
  return (
    <button type="button" onClick={leave}>
      完成
    </button>
  )
}

test('Back pressed again while the question is open asks no second one', async () => {
  const page = await openLayer((close) => <DirtyForm onClose={close} />, { path: '/form' })
  await page.back()
  await screen.findByRole('alertdialog', { name: QUESTION })
  await page.back()

  await page.answer(QUESTION, '继续编辑')
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
  expect(page.address()).toBe('/form')

  await page.back()
  await page.answer(QUESTION, '放弃修改')
  await expect.poll(() => page.address()).toBe(BEFORE)
})

test('a form that stays after it was closed asks again', async () => {
  const page = await openLayer(() => <DirtyForm onClose={() => {}} />, { path: '/form' })
  await page.user.click(page.button('完成'))

  await page.back()

  await page.answer(QUESTION, '继续编辑')
  expect(page.address()).toBe('/form')
})
