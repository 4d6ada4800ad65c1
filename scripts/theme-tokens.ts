import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fromRoot } from './lib/paths.mjs'

// Writes packages/ui/src/tokens.generated.ts from tokens.css. antd computes with colours and sizes, so its theme needs values
// where style sheets use custom properties. Run `npm run theme` after a change of tokens.css; the result is committed.

const CSS_FILE = fromRoot('packages', 'ui', 'src', 'tokens.css')
export const TOKENS_FILE = fromRoot('packages', 'ui', 'src', 'tokens.generated.ts')

/** A colour, or a length in px or duration in ms; fonts, shadows and gradients are read as custom properties. */
const VALUE = /^(?:#[\da-f]{6}|rgba\([^)]*\)|(?<amount>\d+)(?:px|ms))$/

function readBlock(css: string, selector: string): Record<string, string | number> {
  const start = css.indexOf(`${selector} {`)
  const block = css.slice(start, css.indexOf('\n}', start))
  const declarations = [...block.matchAll(/^ {2}--([\w-]+): ([^;]+);/gm)].flatMap(([, name = '', value = '']) => {
    const match = VALUE.exec(value)
    return match ? [[name, match.groups?.amount ? Number(match.groups.amount) : value] as const] : []
  })
  return Object.fromEntries(declarations)
}

const print = (tokens: object) =>
  Object.entries(tokens)
    .map(
      ([name, value]) =>
        `  ${/^\w+$/.test(name) ? name : `'${name}'`}: ${JSON.stringify(value).replaceAll('"', "'")},\n`,
    )
    .join('')

export function generateTokens(css = readFileSync(CSS_FILE, 'utf8')): string {
  const light = readBlock(css, ':root')
  const dark = readBlock(css, "[data-theme='dark']")
  const unknown = Object.keys(dark).filter((name) => !(name in light))
  if (unknown.length > 0) throw new Error(`dark tokens without a light value: ${unknown.join(', ')}`)
  return `// Generated from tokens.css by \`npm run theme\`; do not edit.

export const light = {\n${print(light)}}

export const dark: Tokens = {\n  ...light,\n${print(dark)}}

export type Tokens = typeof light
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(TOKENS_FILE, generateTokens())
  console.log('已写入 packages/ui/src/tokens.generated.ts')
}
