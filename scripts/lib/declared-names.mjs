import { readFileSync } from 'node:fs'
import path from 'node:path'
import { filesBelow } from './hash.mjs'
import { fromRoot } from './paths.mjs'

const FOLDERS = ['apps', 'packages', 'e2e', 'bench', 'scripts', 'fixtures', 'docs', 'deploy']
const ROOT_FILES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'package.json', 'tsconfig.json']
/** A name that only tests use is not part of the product. */
const SOURCE = /(?<!\.test)\.(?:tsx?|mjs|mts)$/

const read = (file) => readFileSync(fromRoot(file), 'utf8')
const readJson = (file) => JSON.parse(read(file))
const all = (source, pattern) => [...source.matchAll(pattern)].map((match) => match[1])

// Regular expressions, because an AST of every file takes seconds.
const COMMENT = /^[ \t]*(?:\/\/.*|\/\*[\s\S]*?\*\/)/gm
const DECLARATION = /\b(?:function\*?|class|const|let|type|interface|enum) ([A-Za-z_$][\w$]*)/g
/** Keys, fields and parameters with a type. */
const MEMBER = /([A-Za-z_$][\w$]*)[?!]?:(?=\s)/g
const METHOD_OR_FIELD =
  /^ +(?:(?:async|private|protected|readonly|static|override|get|set) )*([A-Za-z_$][\w$]*)(?:(?:<[^>\n]*>)?\(| = )/gm
/** Event types, states, permissions, tables, columns, addresses. */
const LITERAL = /'([^'\s]+)'/g
/** Without a method: a route of the chat protocol, whose default is POST. */
const ENDPOINT = /(?:method: '(\w+)',\s+)?path: ['`]([^'`]+)['`]/g
const IMPORTED = /^import (?:type )?(?:\w+, )?\{([^}]*)\} from '[^.]/gm

const namesIn = (list) =>
  list.split(',').map((each) =>
    each
      .trim()
      .replace(/^type /, '')
      .split(' as '),
  )

/** Every name a source declares. */
export function declarationsOf(source) {
  const code = source.replace(COMMENT, '')
  return new Set([...all(code, DECLARATION), ...all(code, MEMBER), ...all(code, METHOD_OR_FIELD)])
}

export const literalsOf = (source) => all(source, LITERAL)

/** Names a source exports itself, and the modules whose exports it passes on. */
function exportsIn(source) {
  const names = all(source, /^export (?:async )?(?:function\*?|class|const|let|type|interface|enum) ([\w$]+)/gm)
  for (const list of all(source, /^export (?:type )?\{([^}]*)\}/gm)) names.push(...namesIn(list).map((it) => it.at(-1)))
  return { names, passedOn: all(source, /^export \* from '([^']+)'/gm) }
}

const exportsOnDisk = new Map()

function readExports(file) {
  if (!exportsOnDisk.has(file)) exportsOnDisk.set(file, exportsIn(read(file)))
  return exportsOnDisk.get(file)
}

/** Everything that the name of a page may refer to. */
export function readTree() {
  const files = [...FOLDERS.flatMap((folder) => filesBelow(folder)), ...ROOT_FILES]
  const paths = new Set(files)
  for (const file of files)
    for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder)) paths.add(folder)

  const declared = new Map()
  const words = new Set()
  const literals = new Set()
  const endpoints = new Set()
  for (const file of files.filter((each) => SOURCE.test(each))) {
    const source = read(file)
    declared.set(file, declarationsOf(source))
    for (const name of declared.get(file)) words.add(name)
    for (const literal of literalsOf(source)) literals.add(literal)
    for (const list of all(source, IMPORTED)) for (const [name] of namesIn(list)) words.add(name)
    if (file.startsWith('packages/contract/'))
      for (const [, method = 'POST', address] of source.matchAll(ENDPOINT)) endpoints.add(`${method} ${address}`)
  }
  const packages = new Map()
  for (const file of files.filter((each) => each.endsWith('package.json'))) {
    const { name, exports, dependencies, devDependencies, optionalDependencies, overrides } = readJson(file)
    const entries = typeof exports === 'string' ? { '.': exports } : (exports ?? {})
    for (const [key, target] of Object.entries(entries))
      packages.set(path.posix.join(name, key), path.posix.join(path.dirname(file), target))
    for (const library of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides }))
      words.add(library)
  }
  const scripts = new Set(Object.keys(readJson('package.json').scripts))
  return { paths, places: placesOf(paths), declared, words, literals, endpoints, packages, scripts }
}

/** Paths by their endings: `c`, `b/c` and `a/b/c` of `a/b/c`. Pages may leave out `src`: `domain/recall.ts`. */
function placesOf(paths) {
  const places = new Map()
  for (const place of paths)
    for (const spelling of new Set([place, place.replace('/src/', '/')])) {
      const parts = spelling.split('/')
      for (let from = 0; from < parts.length; from += 1) {
        const ending = parts.slice(from).join('/')
        places.set(ending, [...(places.get(ending) ?? []), place])
      }
    }
  return places
}

/**
 * The names that `specifier` exports to `file`; undefined where there is no such module. `drafts` are sources of files that a page
 * tells to write; the index of their folder exports them.
 */
export function exportsFor({ paths, packages, drafts }, file, specifier) {
  const target = specifier.startsWith('.')
    ? path.posix.join(path.posix.dirname(file), specifier)
    : packages.get(specifier)
  if (!target || !(paths.has(target) || drafts.has(target))) return undefined
  const found = new Set()
  const visit = (module) => {
    const folder = path.posix.dirname(module)
    const isAdded = (draft) =>
      draft === module || (module.endsWith('/index.ts') && path.posix.dirname(draft) === folder)
    const added = [...drafts].filter(([draft]) => isAdded(draft)).map(([, source]) => exportsIn(source))
    for (const { names, passedOn } of paths.has(module) ? [readExports(module), ...added] : added) {
      for (const name of names) found.add(name)
      for (const next of passedOn) visit(path.posix.join(folder, next))
    }
  }
  visit(target)
  return found
}
