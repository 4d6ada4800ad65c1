import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { ConfirmHost, confirm } from './confirm.tsx'
import { Dialog } from './dialog.tsx'
import { SideSheet } from './side-sheet.tsx'
import { ToastHost } from './toast-host.tsx'
import { notice, toast } from './toast.ts'

afterEach(cleanup)

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })

function Page({ Layer }: { Layer: typeof Dialog | typeof SideSheet }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        打开
      </button>
      {isOpen && (
        <Layer title="设置" onClose={close} onCancel={close} footer={<button type="button">保存</button>}>
          <input aria-label="名称" data-autofocus />
        </Layer>
      )}
    </>
  )
}

test.each([
  ['a dialog', Dialog],
  ['a side sheet', SideSheet],
])('%s takes the focus, closes with Escape and gives the focus back', async (_, Layer) => {
  render(<Page Layer={Layer} />)

  await user.click(screen.getByText('打开'))
  expect(screen.getByRole('dialog', { name: '设置' }).getAttribute('aria-modal')).toBe('true')
  expect(document.activeElement).toBe(screen.getByLabelText('名称'))
  await user.keyboard('{Escape}')

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByText('打开'))
})

test('an Escape that ends the composition of an input method closes nothing', async () => {
  render(<Page Layer={Dialog} />)
  await user.click(screen.getByText('打开'))

  document.activeElement!.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true }),
  )

  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('only the topmost of two layers closes with Escape', async () => {
  const onOuter = vi.fn()
  const onInner = vi.fn()
  render(
    <>
      <Dialog title="下" onCancel={onOuter} />
      <Dialog title="上" onCancel={onInner} />
    </>,
  )

  await user.keyboard('{Escape}')

  expect(onInner).toHaveBeenCalledOnce()
  expect(onOuter).not.toHaveBeenCalled()
})

// R18
test('a question has its harmless answer focused; Escape means no', async () => {
  render(<ConfirmHost />)
  const answer = confirm({ title: '删除？', content: '不可恢复' })

  await screen.findByRole('alertdialog', { name: '删除？' })
  expect(document.activeElement).toBe(screen.getByText('取消'))
  await user.keyboard('{Escape}')

  expect(await answer).toBe(false)
})

test('questions are asked one after the other', async () => {
  render(<ConfirmHost />)
  const answers = Promise.all([confirm({ title: '第一' }), confirm({ title: '第二' })])

  await user.click(await screen.findByText('确认'))
  await screen.findByRole('alertdialog', { name: '第二' })
  await user.click(screen.getByText('取消'))

  expect(await answers).toEqual([true, false])
})

test('a statement that is only acknowledged stays until its button is pressed', async () => {
  render(<ConfirmHost />)
  const answer = confirm({ title: '已在别处登录', acknowledge: true })
  await screen.findByRole('alertdialog')

  await user.keyboard('{Escape}')
  expect(screen.getByRole('alertdialog')).toBeTruthy()
  await user.click(screen.getByText('确认'))

  expect(await answer).toBe(true)
})

test('a busy button keeps the focus and takes no click', async () => {
  const onClick = vi.fn()
  render(
    <Button busy onClick={onClick}>
      保存
    </Button>,
  )

  await user.dblClick(screen.getByText('保存'))

  expect(onClick).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(screen.getByText('保存'))
})

test('an error is announced as an alert, other toasts as a status; a notice can be put away', async () => {
  render(<ToastHost />)
  toast.error('保存失败')
  toast.success('保存成功')
  notice('新消息', '您好')

  expect((await screen.findByRole('alert')).textContent).toBe('保存失败')
  expect(screen.getAllByRole('status').map((it) => it.textContent)).toContain('保存成功')
  await user.click(screen.getByRole('button', { name: '关闭' }))
  expect(screen.queryByText('您好')).toBeNull()
})
