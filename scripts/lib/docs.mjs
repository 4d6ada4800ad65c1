import { readFileSync } from 'node:fs'
import path from 'node:path'
import { filesBelow } from './hash.mjs'
import { fromRoot } from './paths.mjs'

const read = (file) => readFileSync(fromRoot(file), 'utf8')

const ROOT_PAGES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']
const SOURCE_FOLDERS = ['apps', 'packages', 'e2e', 'bench', 'scripts', 'fixtures', 'docs']
const SOURCE = /\.(tsx?|mjs|mts|css|json|sql)$/
/** Holds made-up names on purpose. */
const NOT_SOURCE = new Set(['scripts/docs.test.ts'])

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

/** All files and folders of the tree, and every identifier of its sources. */
export function readTree() {
  const files = [
    ...SOURCE_FOLDERS.flatMap((folder) => filesBelow(folder)),
    ...ROOT_PAGES,
    'package.json',
    'tsconfig.json',
  ]
  const paths = new Set(files)
  for (const file of files)
    for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder)) paths.add(folder)
  const endings = endingsOf(paths)
  const words = new Set()
  for (const file of files.filter((each) => SOURCE.test(each) && !NOT_SOURCE.has(each))) {
    const source = read(file)
    for (const word of source.match(/[\w$]+/g) ?? []) words.add(word)
    // Files that exist at run time only, such as simulator.json.
    for (const [, name] of source.matchAll(/'([\w-]+\.json)'/g)) endings.add(name)
  }
  return { paths, endings, words }
}

/** `a/b/c` ends in `c`, `b/c` and `a/b/c`. Pages may leave out `src`: `domain/recall.ts`. */
function endingsOf(paths) {
  const endings = new Set()
  for (const each of [...paths, ...[...paths].map((it) => it.replace('/src/', '/'))]) {
    const parts = each.split('/')
    for (let from = 0; from < parts.length; from += 1) endings.add(parts.slice(from).join('/'))
  }
  return endings
}

const FILE_NAME = /\.(tsx?|mjs|mts|css|json|sql|md|png|svg)$/
const IDENTIFIER = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*(?:\(\))?$/

/** Names a page may use though the tree has none such: those a tutorial makes up, and libraries that were not taken. */
const isInvented = (file, code) =>
  file === 'docs/adding-a-feature.md'
    ? /memo/i.test(code)
    : file.startsWith('docs/adr/') && /^[a-z][a-z0-9-]*$/.test(code)

/** Paths and symbols in backticks, and links, that name nothing in the tree. `file` is the page's path from the root. */
export function mentionProblems(file, page, tree) {
  const text = page.replace(/^```[\s\S]*?^```/gm, '').replace(/^ {4}.*$/gm, '')
  const problems = []
  for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^(https?:|#)/.test(target)) continue
    const linked = path.posix.join(path.posix.dirname(file), target.replace(/#.*$/, '')).replace(/\/$/, '')
    if (!tree.paths.has(linked)) problems.push(`${file}: link ${target} leads nowhere`)
  }
  for (const [, code] of text.matchAll(/`([^`\n]+)`/g)) {
    if (isInvented(file, code)) continue
    if (isPath(code, tree)) {
      if (!tree.endings.has(code.replace(/\/$/, ''))) problems.push(`${file}: path ${code} does not exist`)
    } else if (IDENTIFIER.test(code)) {
      const missing = code
        .replace('()', '')
        .split('.')
        .find((word) => !tree.words.has(word))
      if (missing) problems.push(`${file}: symbol ${missing} does not exist`)
    }
  }
  return problems
}

const isPath = (code, tree) =>
  /^[\w@.-]+(?:\/[\w@.-]+)*\/?$/.test(code) &&
  (FILE_NAME.test(code) || (code.includes('/') && tree.endings.has(code.split('/')[0])))

/** Pages that README should link to. */
export const isListed = (file) => /^docs\/(?:spec\/)?[^/]+\.md$/.test(file)

/** Numbers of the rules, in their order on the page. */
export const ruleNumbers = (page) => [...page.matchAll(/^- \*\*R(\d+)\*\*/gm)].map((match) => Number(match[1]))
