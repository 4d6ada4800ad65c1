import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../testing/fake-server.ts'
import { pictureFile } from '../testing/picture-file.ts'
import { openLayer, valueIn } from '../testing/render.tsx'
import { ImageField } from './image-field.tsx'

const LIMIT = { types: ['image/png'], maxBytes: 1024 }

/** A form that rebuilds its whole object at each change, as those do that edit one part of a list. */
async function open(outlivesField: boolean) {
  const server = createFakeServer()
  const { promise: answer, resolve: end } = Promise.withResolvers<object>()
  server.answerRaw('POST', '/api/attachment/upload', () => answer)
  function Fields() {
    const [form, setForm] = useState({ text: '', url: '' })
    const [isShown, setIsShown] = useState(true)
    return (
      <>
        <input
          aria-label="文字"
          value={form.text}
          onChange={({ target }) => setForm({ ...form, text: target.value })}
        />
        <button type="button" onClick={() => setIsShown(false)}>
          移除
        </button>
        <output>{form.url}</output>
        {isShown && (
          <ImageField
            id="image"
            label="图片"
            url={form.url}
            limit={LIMIT}
            isPrivate
            outlivesField={outlivesField}
            onChange={(url) => setForm({ ...form, url })}
          />
        )}
      </>
    )
  }
  const page = await openLayer(() => <Fields />, { server })
  await page.user.upload(screen.getByLabelText('图片'), pictureFile())
  const endUpload = async () => {
    end({ path: '/file/a.png', publicUrl: '/file/a.png' })
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
  }
  return { ...page, endUpload, url: () => screen.getByRole('status').textContent }
}

test('what is typed while a picture uploads stays', async () => {
  const page = await open(false)

  await page.fill('文字', '您好')
  await page.endUpload()

  await expect.poll(page.url).toBe('/file/a.png')
  expect(valueIn('文字')).toBe('您好')
})

test.each([
  [false, ''],
  [true, '/file/a.png'],
])(
  'a picture whose field is gone by the end of its upload is kept only where it outlives the field: %s',
  async (outlivesField, url) => {
    const page = await open(outlivesField)

    await page.user.click(page.button('移除'))
    await page.endUpload()

    await expect.poll(page.url).toBe(url)
    expect(screen.queryByLabelText('图片')).toBeNull()
  },
)
