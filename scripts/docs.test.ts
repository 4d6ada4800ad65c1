import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readTree } from './lib/declared-names.mjs'
import { mentionProblems } from './lib/doc-mentions.mjs'
import { citedRules, contractModules, glossaryProblems, isListed, pages, ruleNumbers, tableNames } from './lib/docs.mjs'
import { filesBelow } from './lib/hash.mjs'
import { fromRoot } from './lib/paths.mjs'

const read = (file: string) => readFileSync(fromRoot(file), 'utf8')

const block = (...lines: string[]) => ['```ts', ...lines, '```'].join('\n')

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

  test.each(pages())('%s refers only to what exists', (file) => {
    expect(mentionProblems(file, read(file), tree)).toEqual([])
  })

  test.each([
    ['`apps/server/src/main.ts` `main.ts` `scripts/lib` `*.repo.ts` `simulator.json` [x](docs/glossary.md)', []],
    ['`apps/server/src/nowhere.ts`', ['path apps/server/src/nowhere.ts does not exist']],
    ['`apps/nowhere`', ['path apps/nowhere does not exist']],
    ['see docs/nowhere.md', ['path docs/nowhere.md does not exist']],
    ['```\napps/nowhere.ts   what it does\n```', ['path apps/nowhere.ts does not exist']],
    ['[x](docs/nowhere.md)', ['link docs/nowhere.md leads nowhere']],

    ['`readTree()` `CustomerWriter.commit` `ent_id` `cus_message` `DATA_DIR` `ROLE=web` `customer:viewSensitive`', []],
    ['`noSuchSymbolAnywhere`', ['symbol noSuchSymbolAnywhere does not exist']],
    // Words of comments, of tests and of pages declare nothing.
    ['`nowhere`', ['symbol nowhere does not exist']],
    ['`customer_case`', ['symbol customer_case does not exist']],
    ['`CustomerWriter.chargeQuota`', ['symbol CustomerWriter.chargeQuota does not exist']],
    ['`chargeQuota(noSuchArgument)`', ['symbol noSuchArgument does not exist']],
    ['`NO_SUCH_SETTING=1`', ['symbol NO_SUCH_SETTING does not exist']],
    ['`customer:viewNothing`', ['permission customer:viewNothing does not exist']],
    ['`chargeQuota`, `refundQuota` in `outbound/quota.ts`', []],
    ['`chargeQuota` and `putOutbound` in `outbound/quota.ts`', ['symbol putOutbound is not in outbound/quota.ts']],

    ['`POST /v1/im/event/list` `/v1/im` `/channel/{type}`', []],
    ['`GET /v1/im/event/list`', ['address GET /v1/im/event/list does not exist']],
    ['`/v1/nowhere`', ['address /v1/nowhere does not exist']],
    ['`npm start` `npm run prove -- kill`', []],
    ['```\nnpm run nowhere\n```', ['script nowhere does not exist']],
    ['`npm run bench -- nowhere`', ['npm run bench knows no nowhere']],

    [block("import { customerApi, type Customer } from '@ruwu/contract'", "import { z } from 'zod'"), []],
    [block("import { Nowhere } from '@ruwu/contract'"), ['import of Nowhere, which @ruwu/contract does not export']],
    [block("import { nowhere } from 'no-such-library'"), ['import of no-such-library, which is no dependency']],
    [
      block('// apps/server/src/features/memo/memo.ts', "import { Database } from '../../db/nowhere.ts'"),
      ['import of ../../db/nowhere.ts, which does not exist'],
    ],
  ])('of a page that says %j this is noticed: %j', (page, expected) => {
    expect(mentionProblems('README.md', page, tree)).toEqual(expected.map((problem) => `README.md: ${problem}`))
  })

  test.each([
    ['- **R1** Pages `/home`, `/automation/more`; GET /v1/ent/enterprise/detail, /v1/role/role/list', []],
    ['- **R1** GET /v1/channel/auth/douyin/open-url (reqPage); /api/topic/info/{id}.', []],
    ['- **R1** Opens `/nowhere`.', ['R1: address /nowhere does not exist']],
    // A longer name that begins alike is another address.
    ['- **R1** Opens `/point/purchases`.', ['R1: address /point/purchases does not exist']],
    ['- **R1** Calls: POST /v1/nowhere (id).', ['R1: address POST /v1/nowhere does not exist']],
    ['- **R1** Opens `/nowhere`. *Not built yet.*', []],
    ['- **R1** Opens `/home`; *not built yet:* `/nowhere`, POST /v1/nowhere (id).', []],
    ['- **R1** *not built yet:* `/home`. → `pages`', ['R1: address /home exists but is marked as not built']],
  ])('of a rule that says %j this is noticed: %j', (page, expected) => {
    const file = 'docs/spec/rules.md'

    expect(mentionProblems(file, page, tree)).toEqual(expected.map((problem) => `${file}: ${problem}`))
  })

  test('files that a page tells to write exist for its names and imports', () => {
    const memo = block('// packages/contract/src/memo.ts', "export const memoApi = { path: '/v1/memo' }")
    const css = block('/* apps/console/src/features/memo/memo-page.module.css */')
    const use = block('// apps/server/src/memo.ts', "import { memoApi, memoList } from '@ruwu/contract'")

    const page = `\`memoApi\` in \`api.ts\`, \`memo-page.module.css\`, \`/v1/memo\`\n${memo}\n${css}\n${use}`
    expect(mentionProblems('README.md', page, tree)).toEqual([
      'README.md: import of memoList, which @ruwu/contract does not export',
    ])
  })

  test('README links to every page of docs, docs/guide and docs/spec', () => {
    const readme = read('README.md')

    expect(pages().filter((file) => isListed(file) && !readme.includes(`](${file})`))).toEqual([])
  })
})

/**
 * Built rules that no test cites. The list only shrinks: a rule leaves it with its first citing test, and a new rule comes with one.
 * Of R7, R8 and R93 to R102 the addresses are compared with the contract and the routes (above).
 */
const UNCITED_RULES = [
  1, 4, 6, 7, 16, 17, 19, 29, 30, 35, 41, 42, 44, 48, 49, 50, 51, 58, 67, 68, 77, 83, 91, 93, 94, 95, 96, 97, 98, 99,
  100, 101, 102, 108, 119, 120, 122,
]

describe('rules', () => {
  const { all, built } = ruleNumbers(read('docs/spec/rules.md'))
  const tests = ['apps', 'packages', 'e2e'].flatMap(filesBelow).filter((file) => /\.test\.tsx?$/.test(file))
  const cited = new Set(tests.flatMap((file) => citedRules(read(file))))

  test('are numbered without gaps', () => {
    expect(all).toEqual(all.map((_, index) => index + 1))
  })

  test('that tests cite exist', () => {
    expect([...cited].filter((number) => !all.includes(number))).toEqual([])
  })

  test('that are built are cited by a test, but for a list that only shrinks', () => {
    expect(built.filter((number) => !cited.has(number))).toEqual(UNCITED_RULES)
  })

  test('are cited by a comment of nothing but their numbers', () => {
    expect(citedRules('// R1\ntest()\n  // R2, R30\n// as R4 says\nconst R5 = 6')).toEqual([1, 2, 30])
  })
})
