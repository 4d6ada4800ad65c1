import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { leanSchemas } from './lean-contract.ts'

test('of the description of schemas only what schemas themselves use is left', () => {
  const file = createRequire(import.meta.url)
    .resolve('zod/v4')
    .replace('index.cjs', 'classic/schemas.js')
  const lean = leanSchemas(readFileSync(file, 'utf8'))

  // `processJSONSchema` is called for a description only.
  const code = lean?.split('\n').filter((line) => !line.includes('processJSONSchema = ')) ?? []
  const used = code.flatMap((line) => [...line.matchAll(/processors\.(\w+)\(/g)].map(([, name]) => name))
  expect(new Set(used)).toEqual(new Set(['aggregateChecks']))
  expect(lean).toContain('import { aggregateChecks } from')
})
