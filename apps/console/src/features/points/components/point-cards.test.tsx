import { PointLot } from '@ruwu/contract'
import { addDays, DEFAULT_TIME_ZONE, startOfDay, zonedTime } from '@ruwu/domain'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderConsole } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { Expiry } from './point-cards.tsx'

/** A minute before the end of the day that many days from now. */
const lateIn = (days: number) => {
  const next = startOfDay(addDays(zonedTime(new Date(), DEFAULT_TIME_ZONE), days + 1), DEFAULT_TIME_ZONE)
  return new Date(next.getTime() - 60_000).toISOString()
}
/** A minute after the beginning of that day: less than that many times 24 hours from now. */
const earlyIn = (days: number) => new Date(Date.parse(lateIn(days - 1)) + 120_000).toISOString()

test.each([
  ['late today', lateIn(0), '今天到期'],
  ['early tomorrow', earlyIn(1), '1 天后到期'],
  ['late tomorrow', lateIn(1), '1 天后到期'],
  ['early in six days', earlyIn(6), '6 天后到期'],
  ['early in seven days', earlyIn(7), /^最近到期 /],
])('points that end %s', async (_when, expireAt, expected) => {
  renderConsole(<Expiry lot={sample(PointLot, { expireAt })} />)

  expect(await screen.findByText(expected)).toBeTruthy()
})
