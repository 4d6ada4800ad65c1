import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fromRoot } from './lib/paths.mjs'

// Neither TypeScript nor the bundler knows these names: a wrong one draws nothing and fails nothing.

const TOKENS = 'packages/ui/src/tokens.css'
const withoutComments = (css: string) => css.replace(/\/\*.*?\*\//gs, '')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

const read = (pattern: string) =>
  globSync(pattern, { cwd: fromRoot('.') }).map((file) => [file, readFileSync(fromRoot(file), 'utf8')] as const)

const ROOTS = '{apps/console,apps/simulator,packages/ui}/src/**/*'
const sheets = read(`${ROOTS}.css`).map(([file, css]) => [file, withoutComments(css)] as const)
const sources = read(`${ROOTS}.{ts,tsx}`).filter(([file]) => !/\.test\.tsx?$|tokens\.generated/.test(file))
const everything = [...sheets, ...sources]

/** Names that end in a computed part are known by their beginning. */
const starts = everything.flatMap(([, text]) => found(text, /(--[\w-]+-)\$\{/g))
const isComputed = (name: string) => starts.some((start) => name.startsWith(start))

test('every CSS variable that is used is declared', () => {
  const declared = new Set([
    ...sheets.flatMap(([, css]) => found(css, /(--[\w-]+)\s*:/g)),
    ...sources.flatMap(([, source]) => found(source, /['"](--[\w-]+)['"]\]?\s*[:,)]/g)),
  ])
  const unknown = everything.flatMap(([file, text]) =>
    found(text, /var\((--[\w-]+)(?=[,)])/g)
      .filter((name) => !declared.has(name) && !isComputed(name))
      .map((name) => `${file} ${name}`),
  )

  expect(unknown).toEqual([])
})

test('every token is used', () => {
  const used = new Set(everything.flatMap(([, text]) => found(text, /(?:var\(--|\[')([\w-]+)/g)))
  const tokens = found(withoutComments(readFileSync(fromRoot(TOKENS), 'utf8')), /^\s*--([\w-]+)\s*:/gm)

  expect(tokens.filter((name) => !used.has(name) && !isComputed(`--${name}`))).toEqual([])
})

test('every class name that is used is declared in its module, and every declared one is used', () => {
  const modules = new Map(sheets.filter(([file]) => file.endsWith('.module.css')))
  const classes = new Map(
    [...modules].map(([file, css]) => {
      const selectors = css.replace(/:global\([^)]*\)/g, '').replace(/\{[^{}]*\}/g, '{}')
      return [file, new Set(found(selectors, /\.([a-zA-Z][\w-]*)/g))]
    }),
  )
  const unknown: string[] = []
  const used = new Map([...modules.keys()].map((file) => [file, new Set<string>()]))
  for (const [file, source] of sources)
    for (const [, local = '', specifier = ''] of source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const module = path.posix.join(path.posix.dirname(file), specifier)
      const declared = classes.get(module) ?? new Set()
      const names = found(source, new RegExp(`\\b${local}\\.(?!module\\.css)(\\w+)`, 'g'))
      unknown.push(...names.filter((name) => !declared.has(name)).map((name) => `${file} ${local}.${name}`))
      // A computed name may be any of them.
      const isAny = new RegExp(`\\b${local}\\[`).test(source)
      for (const name of isAny ? declared : names) used.get(module)?.add(name)
    }
  const unused = [...classes].flatMap(([file, names]) =>
    [...names].filter((name) => !used.get(file)?.has(name)).map((name) => `${file} .${name}`),
  )

  expect({ unknown, unused }).toEqual({ unknown: [], unused: [] })
})
