import { expect, test } from 'vitest'
import { findContacts, hasMaskedPhone } from '../lead/index.ts'
import { SOURCES } from '../sources.ts'
import { EVERYDAY_SENTENCES } from './testing/everyday-sentences.ts'
import { check } from './testing/outbound.ts'

test('there are at least 500 everyday sentences, all different', () => {
  expect(new Set(EVERYDAY_SENTENCES).size).toBe(EVERYDAY_SENTENCES.length)
  expect(EVERYDAY_SENTENCES.length).toBeGreaterThanOrEqual(500)
})

test.each(SOURCES)('on %s no everyday sentence is a lead, blocked or warned about', (source) => {
  const flagged = EVERYDAY_SENTENCES.flatMap((text) => {
    const contacts = findContacts(text, { source }).map(({ kind, value }) => `${kind} ${value}`)
    const hits = check(text, { source }).hits.map(({ rule, word }) => `${rule} ${word}`)
    const masked = hasMaskedPhone(text, { source }) ? ['masked'] : []
    return [...contacts, ...hits, ...masked].map((hit) => `${text} → ${hit}`)
  })

  expect(flagged).toEqual([])
})
