import { readFileSync } from 'node:fs'
import { filesBelow } from './hash.mjs'
import { fromRoot } from './paths.mjs'

const read = (file) => readFileSync(fromRoot(file), 'utf8')

const ROOT_PAGES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md']

export const pages = () => [...ROOT_PAGES, ...filesBelow('docs').filter((file) => file.endsWith('.md'))]

/** Every table of the database schema, by its name in SQL. */
export function tableNames() {
  const schema = filesBelow('apps/server/src/db/schema').filter((file) => file.endsWith('.ts'))
  return schema.flatMap((file) => [...read(file).matchAll(/pgTable\(\s*'(\w+)'/g)].map((match) => match[1]))
}

/** Every file of the contract but its index, as `customer` or `chat/topics`. */
export function contractModules() {
  const base = 'packages/contract/src/'
  return filesBelow('packages/contract/src')
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/index\.ts$|\/testing\//.test(file))
    .map((file) => file.slice(base.length, -'.ts'.length))
}

/** Cells of the columns `contract` and `tables` of every table in a markdown page. */
function glossaryCells(page) {
  const found = { contract: new Set(), tables: new Set() }
  let header = []
  for (const line of page.split('\n')) {
    if (!line.startsWith('|')) {
      header = []
      continue
    }
    const cells = line.split('|').slice(1, -1)
    if (header.length === 0) {
      header = cells.map((cell) => cell.trim())
      continue
    }
    for (const column of ['contract', 'tables'])
      for (const name of (cells[header.indexOf(column)] ?? '').split(',').map((each) => each.trim()))
        if (name && !/^-+$/.test(name)) found[column].add(name)
  }
  return found
}

const compare = (kind, real, listed) => [
  ...real.filter((name) => !listed.has(name)).map((name) => `${kind} ${name} is not in the glossary`),
  ...[...listed].filter((name) => !real.includes(name)).map((name) => `${kind} ${name} does not exist`),
]

/** What the glossary leaves out, and what it names that does not exist. */
export function glossaryProblems(page, { tables, modules }) {
  const named = glossaryCells(page)
  return [...compare('table', tables, named.tables), ...compare('contract module', modules, named.contract)]
}

/** Pages that README should link to. */
export const isListed = (file) => /^docs\/(?:spec\/|guide\/)?[^/]+\.md$/.test(file)

/** The numbers of the rules in their order on the page, and of those that are not marked as not built. */
export function ruleNumbers(page) {
  const rules = [...page.matchAll(/^- \*\*R(\d+)\*\* (.*)$/gm)].map(([, no, text]) => ({ no: Number(no), text }))
  const built = rules.filter(({ text }) => !text.includes('*Not built yet.*'))
  return { all: rules.map(({ no }) => no), built: built.map(({ no }) => no) }
}

/** Rules a test cites in a comment of its own: `// R12, R13`. */
export const citedRules = (source) =>
  [...source.matchAll(/^ *\/\/ (R\d+(?:, R\d+)*)$/gm)].flatMap(([, list]) =>
    list.split(', ').map((name) => Number(name.slice(1))),
  )
