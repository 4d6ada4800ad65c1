import { expect, test } from 'vitest'
import { Instant, ZonedInstant } from './ids.ts'

test.each(['0001-01-01T00:00:00.000Z', '2026-03-16T02:00:00.000Z', '9999-12-31T23:59:59.999Z'])(
  '%s is an instant',
  (instant) => {
    expect(Instant.parse(instant)).toBe(instant)
  },
)

test.each(['0000-01-01T00:00:00.000Z', '0000-12-31T23:59:59.999Z', '2026-02-30T00:00:00.000Z', '2026-03-16', ''])(
  '%j is none the database could keep',
  (instant) => {
    expect(Instant.safeParse(instant).success).toBe(false)
  },
)

test.each(['0001-01-01T00:00:00Z', '2026-03-16T10:00:00+08:00', '9999-12-31T23:59:59.999999999Z'])(
  '%s is one in some time zone',
  (instant) => {
    expect(ZonedInstant.parse(instant)).toBe(instant)
  },
)

test.each(['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00', '0000-06-01T00:00:00Z'])(
  '%s lies outside the calendar once it is in UTC',
  (instant) => {
    expect(ZonedInstant.safeParse(instant).success).toBe(false)
  },
)
