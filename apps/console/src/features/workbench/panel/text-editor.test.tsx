import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderConsole } from '../../../testing/render.tsx'
import { TextEditor } from './text-editor.tsx'

async function open(problemOf?: (value: string) => string | undefined) {
  const onSave = vi.fn()
  function Host() {
    const [isOpen, setIsOpen] = useState(true)
    if (!isOpen) return <p>已关闭</p>
    return (
      <TextEditor
        label="备注名"
        value="王女士"
        max={5}
        tooLong="最多 5 个字"
        problemOf={problemOf}
        onSave={onSave}
        onClose={() => setIsOpen(false)}
      />
    )
  }
  const page = renderConsole(<Host />)
  const box = await screen.findByLabelText<HTMLInputElement>('备注名')
  const fill = async (text: string) => {
    await page.user.clear(box)
    await page.user.paste(text)
  }
  return { ...page, box, fill, onSave }
}

test('the box takes the focus; Enter saves once', async () => {
  const editor = await open()
  expect(document.activeElement).toBe(editor.box)

  await editor.fill(' 王小姐 ')
  await editor.user.keyboard('{Enter}{Enter}')

  expect(editor.onSave).toHaveBeenCalledExactlyOnceWith('王小姐')
  expect(screen.getByText('已关闭')).toBeTruthy()
})

test('leaving the box saves as well', async () => {
  const left = await open()
  await left.fill('王小姐')
  await left.user.tab()
  expect(left.onSave).toHaveBeenCalledExactlyOnceWith('王小姐')
})

test('Escape forgets what was typed', async () => {
  const editor = await open()

  await editor.fill('王小姐')
  await editor.user.keyboard('{Escape}')

  expect(editor.onSave).not.toHaveBeenCalled()
  expect(screen.getByText('已关闭')).toBeTruthy()
})

test('an unchanged value is not saved', async () => {
  const editor = await open()

  await editor.user.keyboard('{Enter}')

  expect(editor.onSave).not.toHaveBeenCalled()
})

test.each([
  ['王女士的备注', '最多 5 个字'],
  ['王', '太短了'],
])('%j is refused and kept', async (text, message) => {
  const editor = await open((value) => (value.length < 2 ? '太短了' : undefined))

  await editor.fill(text)
  await editor.user.keyboard('{Enter}')

  expect(screen.getByText(message)).toBeTruthy()
  expect(editor.box.value).toBe(text)
  expect(editor.onSave).not.toHaveBeenCalled()
})
