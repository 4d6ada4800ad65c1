import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  contractModules,
  glossaryProblems,
  isListed,
  mentionProblems,
  pages,
  readTree,
  ruleNumbers,
  tableNames,
} from './lib/docs.mjs'
import { filesBelow } from './lib/hash.mjs'
import { fromRoot } from './lib/paths.mjs'

const read = (file: string) => readFileSync(fromRoot(file), 'utf8')

const GLOSSARY = [
  '| 中文 | noun | contract | tables | meaning |',
  '|---|---|---|---|---|',
  '| 客户 | customer | customer, ids | customer, customer_seat | A person |',
].join('\n')

describe('the glossary', () => {
  test('names every table and every contract module, and nothing else', () => {
    const [tables, modules] = [tableNames(), contractModules()]

    expect(tables.length).toBeGreaterThan(80)
    expect(modules.length).toBeGreaterThan(30)
    expect(glossaryProblems(read('docs/glossary.md'), { tables, modules })).toEqual([])
  })

  test('is refused when a table or a module is missing', () => {
    const real = { tables: ['customer', 'customer_seat', 'coupon'], modules: ['customer', 'ids', 'coupon'] }

    expect(glossaryProblems(GLOSSARY, real)).toEqual([
      'table coupon is not in the glossary',
      'contract module coupon is not in the glossary',
    ])
  })

  test('is refused when it names a table or a module that does not exist', () => {
    expect(glossaryProblems(GLOSSARY, { tables: ['customer'], modules: ['customer'] })).toEqual([
      'table customer_seat does not exist',
      'contract module ids does not exist',
    ])
  })
})

describe('pages', () => {
  const tree = readTree()

  test.each(pages().filter((file) => !/^docs\/spec\/(?!rules)/.test(file)))(
    '%s names only paths and symbols that exist',
    (file) => {
      expect(mentionProblems(file, read(file), tree)).toEqual([])
    },
  )

  test.each([
    ['`apps/server/src/main.ts` `main.ts` `scripts/lib` [x](docs/glossary.md) `readTree()` `npm start` `/v1/x`', []],
    ['`apps/server/src/nowhere.ts`', ['README.md: path apps/server/src/nowhere.ts does not exist']],
    ['`apps/nowhere`', ['README.md: path apps/nowhere does not exist']],
    ['`noSuchSymbolAnywhere`', ['README.md: symbol noSuchSymbolAnywhere does not exist']],
    ['`Map.noSuchMethodAnywhere()`', ['README.md: symbol noSuchMethodAnywhere does not exist']],
    ['[x](docs/nowhere.md)', ['README.md: link docs/nowhere.md leads nowhere']],
    ['```\napps/nowhere.ts\n```', []],
  ])('of a page that says %j this is noticed: %j', (page, expected) => {
    expect(mentionProblems('README.md', page, tree)).toEqual(expected)
  })

  test('README links to every page of docs and docs/spec', () => {
    const readme = read('README.md')

    expect(pages().filter((file) => isListed(file) && !readme.includes(`](${file})`))).toEqual([])
  })
})

describe('rules', () => {
  const numbers = ruleNumbers(read('docs/spec/rules.md'))

  test('are numbered without gaps', () => {
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  test('that tests cite exist', () => {
    const tests = filesBelow('packages').filter((file) => file.endsWith('.test.ts'))
    const cited = tests.flatMap((file) => [...read(file).matchAll(/\bR(\d+)\b/g)].map((match) => Number(match[1])))

    expect(cited.filter((number) => !numbers.includes(number))).toEqual([])
  })
})
