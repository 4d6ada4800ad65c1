import { Dialog } from '@ruwu/ui'
import { fireEvent, screen } from '@testing-library/react'
import { Select } from 'antd'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderConsole } from '../testing/render.tsx'
import { SaveButton } from './save-button.tsx'

const CTRL_S = { key: 's', ctrlKey: true }
/** False: the browser's own dialog stays closed. */
const press = (key: object = CTRL_S) => fireEvent.keyDown(document.body, key)

test.each([
  ['Ctrl+S', CTRL_S],
  ['⌘+S', { key: 's', metaKey: true }],
  ['Ctrl+S with caps lock', { key: 'S', ctrlKey: true }],
])('%s saves the form of a page', (_, key) => {
  const onSave = vi.fn()
  renderConsole(<SaveButton onClick={onSave} />)

  expect(press(key)).toBe(false)

  expect(onSave).toHaveBeenCalledOnce()
})

test.each([
  ['is disabled', { disabled: true }, CTRL_S],
  ['is busy', { busy: true }, CTRL_S],
  ['stands beside a composition', {}, { ...CTRL_S, isComposing: true }],
])('a button that %s is not pressed, and the browser saves no file', (_, state, key) => {
  const onSave = vi.fn()
  renderConsole(<SaveButton {...state} onClick={onSave} />)

  expect(press(key)).toBe(false)

  expect(onSave).not.toHaveBeenCalled()
})

test('a page without a form saves nothing, not even as a file', () => {
  renderConsole(<p>没有表单</p>)

  expect(press()).toBe(false)
  expect(press({ ...CTRL_S, altKey: true })).toBe(true)
})

test('of several layers only the topmost saves; a question above them saves nothing', () => {
  const [onPage, onLower, onUpper] = [vi.fn(), vi.fn(), vi.fn()]
  const calls = () => [onPage, onLower, onUpper].map((it) => it.mock.calls.length)
  function Layers() {
    const [isAsking, setIsAsking] = useState(false)
    return (
      <>
        <SaveButton onClick={onPage} />
        <Dialog title="下" footer={<SaveButton onClick={onLower} />} />
        <Dialog title="上" footer={<SaveButton onClick={onUpper} />}>
          <button type="button" onClick={() => setIsAsking(true)}>
            关闭
          </button>
        </Dialog>
        {isAsking && <Dialog title="确定离开？" role="alertdialog" />}
      </>
    )
  }
  renderConsole(<Layers />)

  press()
  expect(calls()).toEqual([0, 0, 1])

  fireEvent.click(screen.getByText('关闭'))
  press()
  expect(calls()).toEqual([0, 0, 1])
})

function WordsForm({ onSave }: { onSave: (words: string[]) => void }) {
  const [words, setWords] = useState<string[]>([])
  return (
    <>
      <Select aria-label="词" mode="tags" open={false} value={words} onChange={setWords} />
      <SaveButton onClick={() => onSave(words)} />
    </>
  )
}

test('a word that is still being typed is saved with the others, and the field keeps the focus', async () => {
  const onSave = vi.fn()
  const { user } = renderConsole(<WordsForm onSave={onSave} />)

  await user.type(screen.getByLabelText('词'), '多少钱')
  await user.keyboard('{Control>}s{/Control}')

  expect(onSave).toHaveBeenCalledExactlyOnceWith(['多少钱'])
  expect(document.activeElement).toBe(screen.getByLabelText('词'))
})
