import { expect, test } from 'vitest'
import { rateOf } from './card-facts.ts'

test.each([
  [{ type: 'lead_form', sent: 40, clicked: 20, submitted: 10 } as const, 0.25],
  [{ type: 'contact', sent: 40, clicked: 20, submitted: 0 } as const, 0.5],
  [{ type: 'note', sent: 0, clicked: 0, submitted: 0 } as const, -1],
])('%j converts at %d', (card, rate) => {
  expect(rateOf(card)).toBe(rate)
})
