import { AccountDetail, type WelcomePart, WELCOME_PARTS_MAX } from '@ruwu/contract'
import { defaultChannelSetting } from '@ruwu/domain'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openLayer, renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { checkDraft, type SettingDraft } from '../../setting-draft.ts'
import { WelcomeSection } from './welcome-section.tsx'

const account = sample(AccountDetail)
const setting = defaultChannelSetting('redbook', 'CORP')

type Given = { custom?: boolean; texts?: string[]; canEdit?: boolean; canFollow?: boolean }

function open({ custom = true, texts = [], canEdit = true, canFollow = false }: Given = {}) {
  const parts = texts.map((text): WelcomePart => ({ type: 'text', text }))
  function Section() {
    const [draft, setDraft] = useState<SettingDraft>({
      ...setting,
      welcome: { custom, parts },
      follow: { ...setting.follow, welcome: true },
    })
    return (
      <WelcomeSection
        account={account}
        draft={draft}
        errors={checkDraft(draft)}
        canEdit={canEdit}
        canFollow={canFollow}
        onChange={(part) => setDraft((old) => ({ ...old, ...part }))}
      />
    )
  }
  return openLayer(() => <Section />)
}

const shown = () => screen.queryAllByLabelText<HTMLTextAreaElement>(/^第 \d 条$/).map((box) => box.value)
const modes = () => screen.getAllByRole<HTMLInputElement>('radio')

test.each([
  [{ canEdit: true, canFollow: false }, false],
  [{ canEdit: true, canFollow: true }, true],
  [{ canEdit: false, canFollow: false }, true],
])('with %j the welcome is locked: %s', async (given, isLocked) => {
  await open({ ...given, texts: ['您好'] })

  expect(modes().map((mode) => mode.disabled)).toEqual([isLocked, isLocked])
  expect(screen.getByLabelText<HTMLTextAreaElement>('第 1 条').disabled).toBe(isLocked)
  expect(screen.queryAllByText(/添加文字|删除/).length === 0).toBe(isLocked)
})

test('自定义 begins with an empty text, which is refused until something is typed', async () => {
  const page = await open({ custom: false })
  await page.user.click(modes()[1]!)
  expect(shown()).toEqual([''])
  expect(screen.getByRole('alert').textContent).toBe('请输入欢迎语')

  await page.fill('第 1 条', '您好')

  expect(shown()).toEqual(['您好'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('adding, moving and removing a part keeps the text of the others', async () => {
  const page = await open({ texts: ['一', '二'] })

  await page.user.click(page.button('添加文字'))
  await page.fill('第 3 条', '三')
  await page.user.click(page.button('上移 第 3 条'))
  expect(shown()).toEqual(['一', '三', '二'])

  await page.user.click(page.button('第 1 条 删除'))
  expect(shown()).toEqual(['三', '二'])
  expect(page.button('下移 第 2 条')).toHaveProperty('disabled', true)
})

test('choosing 使用方案 and back keeps what was typed', async () => {
  const page = await open({ texts: ['您好'] })

  await page.user.click(modes()[0]!)
  expect(shown()).toEqual([])
  await page.user.click(modes()[1]!)

  expect(shown()).toEqual(['您好'])
})

test('no part can be added beyond the limit', async () => {
  await open({ texts: Array.from({ length: WELCOME_PARTS_MAX }, (_, no) => `第${no}句`) })

  expect(screen.queryByText('添加文字')).toBeNull()
})

const draftWith = (count: number, change: Partial<SettingDraft> = {}): SettingDraft => ({
  ...setting,
  welcome: { custom: true, parts: Array.from({ length: count }, (_, index) => ({ type: 'text', text: `${index}` })) },
  ...change,
})

test.each<[string, SettingDraft, { hint: string; canAdd: boolean; note: string | undefined }]>([
  [
    'one of three',
    draftWith(1),
    { hint: '客户开口前可发 3 条，欢迎语最多 3 条，按顺序发送。', canAdd: true, note: undefined },
  ],
  [
    'three, one place kept for people',
    draftWith(3),
    {
      hint: '客户开口前可发 3 条，欢迎语最多 3 条，按顺序发送。',
      canAdd: false,
      note: '为人工预留了 1 条，自动只会发送前 2 条；可以减少预留，或合并内容。',
    },
  ],
  [
    'three, none kept',
    draftWith(3, { reserveForHuman: 0 }),
    { hint: '客户开口前可发 3 条，欢迎语最多 3 条，按顺序发送。', canAdd: false, note: undefined },
  ],
  [
    'one, its place kept for people',
    draftWith(1, { reserveForHuman: 1, limits: { ...setting.limits, beforeReply: 1 } }),
    {
      hint: '客户开口前可发 1 条，欢迎语最多 1 条，按顺序发送。',
      canAdd: false,
      note: '为人工预留了 1 条，欢迎语不会发送；可以减少预留。',
    },
  ],
  [
    'one, where the platform allows one',
    draftWith(1, { reserveForHuman: 0, limits: { ...setting.limits, beforeReply: 1 } }),
    { hint: '客户开口前可发 1 条，欢迎语最多 1 条，按顺序发送。', canAdd: false, note: undefined },
  ],
])('as many parts as may be sent before the customer writes: %s', (_case, draft, { hint, canAdd, note }) => {
  renderConsole(
    <WelcomeSection account={account} draft={draft} errors={{}} onChange={() => {}} canEdit canFollow={false} />,
  )

  expect(screen.getByText(hint)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '添加文字' }) !== null).toBe(canAdd)
  expect(screen.queryByText(/为人工预留了/)?.textContent).toBe(note)
})
