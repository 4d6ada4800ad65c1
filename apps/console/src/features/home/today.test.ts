import { expect, test } from 'vitest'
import { todayText } from './today.ts'

test('the day is the enterprise’s, not the computer’s', () => {
  const lateSundayInLondon = new Date('2026-03-15T23:30:00Z')

  expect(todayText(lateSundayInLondon, 'Asia/Shanghai')).toBe('2026-03-16 星期一')
  expect(todayText(lateSundayInLondon, 'Europe/London')).toBe('2026-03-15 星期日')
})
