import { act, screen } from '@testing-library/react'
import dayjs from 'dayjs'
import { expect, onTestFinished, test } from 'vitest'
import { renderConsole } from '../testing/render.tsx'
import { chooseLocale, DEFAULT_LOCALE } from './locale-choice.ts'
import { useAntdLocale } from './use-antd-locale.ts'

function Shown() {
  const locale = useAntdLocale()
  return <output>{`${locale.locale} ${dayjs('2026-11-18').startOf('week').format('dddd D')}`}</output>
}

const choose = (locale: Parameters<typeof chooseLocale>[0]) => act(() => chooseLocale(locale))

test('a chosen language applies at once, weeks still start on Monday, and it is remembered', async () => {
  onTestFinished(() => choose(DEFAULT_LOCALE))
  renderConsole(<Shown />)
  await screen.findByText('zh-cn 星期一 16')

  choose('en-US')
  await screen.findByText('en Monday 16')
  expect(localStorage.getItem('ruwu.locale')).toBe('en-US')
})

test('of two quick choices the later one is shown', async () => {
  onTestFinished(() => choose(DEFAULT_LOCALE))
  renderConsole(<Shown />)

  choose('ja-JP')
  choose('de-DE')
  expect(await screen.findByText('de Montag 16')).toBeDefined()
})
