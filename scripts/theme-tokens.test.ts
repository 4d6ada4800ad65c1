import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generateTokens, TOKENS_FILE } from './theme-tokens.ts'

test('the committed tokens are generated from tokens.css', () => {
  expect(generateTokens() === readFileSync(TOKENS_FILE, 'utf8'), 'run `npm run theme`').toBe(true)
})

test('colours, lengths and durations become values, everything else stays CSS', () => {
  const generated = generateTokens(`
:root {
  --text: #1a1c21; /* body */
  --h-sm: 30px;
  --t-fast: 120ms;
  --font-sans: 'Segoe UI', sans-serif;
}

[data-theme='dark'] {
  --text: #eceef2;
}
`)

  expect(generated).toContain("export const light = {\n  text: '#1a1c21',\n  'h-sm': 30,\n  't-fast': 120,\n}")
  expect(generated).toContain("  ...light,\n  text: '#eceef2',\n}")
  expect(generated).not.toContain('Segoe')
})

test('a dark value needs a light one', () => {
  expect(() => generateTokens(":root {\n}\n[data-theme='dark'] {\n  --text: #eceef2;\n}\n")).toThrow('text')
})
