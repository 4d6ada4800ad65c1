import type { Endpoint } from '@ruwu/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BEFORE, type openLayer } from './render.tsx'

type Layer = Awaited<ReturnType<typeof openLayer>>

type FormRules = {
  /** Opens the dialog or sheet; the fake server answers `endpoint`. */
  open: () => Promise<Layer>
  /** Fills in something valid. */
  edit: (layer: Layer) => Promise<void>
  /** Reads from the screen what `edit` filled in. */
  typed: () => unknown
  /** The button that sends. */
  submit?: string
  cancel?: string
  endpoint: Endpoint
  /** The call as the server must receive it. */
  sent: unknown
  /** Whether leaving with unsaved input asks first. */
  asks?: boolean
  /** Where the text of a refusal is shown. */
  refusalAt?: 'toast' | 'field'
}

const REASON = '服务器说明了原因'
const LEAVE = '有未保存的修改，确定离开？'

/** The tests that every form in a dialog or sheet has to pass. */
export function testFormRules(rules: FormRules) {
  const {
    open,
    edit,
    typed,
    submit = '保存',
    cancel = '取消',
    endpoint,
    sent,
    asks = true,
    refusalAt = 'toast',
  } = rules

  test('a double click sends one call, then the form closes and the focus returns', async () => {
    const form = await open()
    const held = form.server.hold(endpoint)

    await edit(form)
    await form.user.dblClick(form.button(submit))
    await expect.poll(() => form.server.calls(endpoint).length).toBeGreaterThan(0)
    held.release()

    await form.expectClosed()
    expect(form.server.calls(endpoint)).toEqual([sent])
  })

  // The key saves; other forms send.
  const saves = submit === '保存' ? [submit] : []
  test.each(saves)('Ctrl+S is %s', async () => {
    const form = await open()

    await edit(form)
    await form.user.keyboard('{Control>}s{/Control}')

    await form.expectClosed()
    expect(form.server.calls(endpoint)).toEqual([sent])
  })

  test('a refusal shows the text of the server and keeps what was typed', async () => {
    const form = await open()
    const name = endpoint.errors.includes('refused') ? 'refused' : 'forbidden'
    form.server.refuse(endpoint, name, { msg: REASON })

    await edit(form)
    const before = typed()
    await form.user.click(form.button(submit))

    const shown = () => (refusalAt === 'toast' ? form.toasts.join() : (screen.queryByText(REASON)?.textContent ?? ''))
    await expect.poll(shown).toContain(REASON)
    expect(form.isOpen()).toBe(true)
    expect(typed()).toEqual(before)
  })

  test('cancelling an untouched form closes it without a question or a call', async () => {
    const form = await open()

    await form.user.click(form.button(cancel))

    await form.expectClosed()
    expect(form.server.calls(endpoint)).toEqual([])
  })

  const leave = asks
    ? async (form: Layer) => {
        const before = typed()
        await form.user.keyboard('{Escape}')
        await form.answer(LEAVE, '继续编辑')
        expect(typed()).toEqual(before)
        await form.user.click(form.button(cancel))
        await form.answer(LEAVE, '放弃修改')
      }
    : (form: Layer) => form.user.keyboard('{Escape}')

  test(`leaving with unsaved input ${asks ? 'asks first' : 'asks nothing'} and sends nothing`, async () => {
    const form = await open()
    await edit(form)

    await leave(form)

    await form.expectClosed()
    expect(form.server.calls(endpoint)).toEqual([])
  })

  if (!asks) return
  test('the browser’s Back with unsaved input asks first', async () => {
    const form = await open()
    const address = form.address()
    await edit(form)
    const before = typed()

    await form.back()
    await form.answer(LEAVE, '继续编辑')
    expect(form.address()).toBe(address)
    expect(typed()).toEqual(before)
    await form.back()
    await form.answer(LEAVE, '放弃修改')

    await expect.poll(form.address).toBe(BEFORE)
    expect(form.server.calls(endpoint)).toEqual([])
  })
}

type ConfirmRules = {
  open: () => Promise<Layer>
  /** Does what makes the product ask. */
  ask: (page: Layer) => Promise<void>
  title: string
  confirm?: string
  endpoint: Endpoint
  sent: unknown
}

/** The tests of an action that asks before it is done. */
export function testConfirmRules({ open, ask, title, confirm = '确认', endpoint, sent }: ConfirmRules) {
  const asked = () => screen.findByRole('alertdialog', { name: title })

  test(`「${title}」 answered with 取消 or Escape sends nothing`, async () => {
    const page = await open()

    await ask(page)
    await page.answer(title, '取消')
    await ask(page)
    await asked()
    await page.user.keyboard('{Escape}')

    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(page.server.calls(endpoint)).toEqual([])
  })

  test(`「${title}」 confirmed with a double click sends one call`, async () => {
    const page = await open()

    await ask(page)
    await page.user.dblClick(within(await asked()).getByText(confirm))

    await expect.poll(() => page.server.calls(endpoint)).toEqual([sent])
  })

  test(`「${title}」 confirmed but refused shows the text of the server`, async () => {
    const page = await open()
    const name = endpoint.errors.includes('refused') ? 'refused' : 'forbidden'
    page.server.refuse(endpoint, name, { msg: REASON })

    await ask(page)
    await page.answer(title, confirm)

    await expect.poll(() => page.toasts).toEqual([`error: ${REASON}`])
  })
}
