import path from 'node:path'
import { declarationsOf, exportsFor, literalsOf } from './declared-names.mjs'

const FILE_NAME = /\.(?:tsx?|mjs|mts|css|json|sql|md|png|svg)$/
const PATH = /^[\w@.*-]+(?:\/[\w@.*-]+)*\/?$/
const IDENTIFIER = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/

/** Names that no source of ours declares. */
const LANGUAGE = ['instanceof', 'matchMedia', 'setState']
const LIBRARIES_NOT_TAKEN = ['htmlparser2', 'mitt', 'yauzl', 'yazl']
const PLACEHOLDERS = ['createX', 'module:action']
const FOREIGN = new Set([...LANGUAGE, ...LIBRARIES_NOT_TAKEN, ...PLACEHOLDERS])

/** Paths, names, commands and imports of a page that refer to nothing. `file` is the page's path from the root. */
export function mentionProblems(file, page, tree) {
  const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(([, language, source]) => ({ language, source }))
  const text = page.replace(/^```[\s\S]*?^```/gm, '').replace(/^ {4}.*$/gm, '')
  const codes = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1])
  const known = withBlocks(tree, blocks)
  // Pages of docs/spec also name what platforms have and what is not built yet.
  const isSpec = file.startsWith('docs/spec/')
  const isRules = file === 'docs/spec/rules.md'
  const words = [
    ...codes.flatMap((code) => code.split(' ')),
    ...blocks.filter(({ language }) => language === '').flatMap(({ source }) => source.split(/\s+/)),
    ...(text.match(/(?<!\]\()docs\/[\w/-]+\.md/g) ?? []),
  ]
  const problems = [
    ...linkProblems(file, text, tree),
    ...words
      .map((word) => word.replace(/[,;:)]+$/, ''))
      .filter((word) => isPath(word, known) && (!isSpec || FILE_NAME.test(word)) && !exists(word, known))
      .map((word) => `path ${word} does not exist`),
    ...[...page.matchAll(/npm run ([\w:]+)(?: -- ([a-z][\w-]*))?/g)].flatMap((match) => commandProblems(match, tree)),
    ...blocks.flatMap(({ source }) => importProblems(source, known)),
    ...placeProblems(text, known),
    ...(isSpec ? [] : codes.flatMap((code) => addressProblems(code, known))),
    ...(isRules ? rules(page).flatMap((rule) => ruleProblems(rule, known)) : []),
    ...(isSpec && !isRules ? [] : codes.flatMap((code) => nameProblems(code, known))),
  ]
  return [...new Set(problems)].map((problem) => `${file}: ${problem}`)
}

/** The path in the first comment of a code block. */
const placeOf = (source) => /^\/[/*] (\S+\/\S+\.(?:tsx?|css))(?: \*\/)?$/m.exec(source)?.[1]

/** The tree with what a page tells to write: files (`drafts`), and the names and texts of its code blocks. */
function withBlocks(tree, blocks) {
  const drafts = new Map()
  for (const { source } of blocks) {
    const place = placeOf(source)
    if (place) drafts.set(place, `${drafts.get(place) ?? ''}${source}`)
  }
  const code = blocks.filter(({ language }) => /^tsx?$/.test(language)).map(({ source }) => source)
  return {
    ...tree,
    drafts,
    own: new Set(code.flatMap((source) => [...declarationsOf(source), ...literalsOf(source)])),
  }
}

function linkProblems(file, text, { paths }) {
  const targets = [...text.matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)].map((match) => match[1])
  return targets
    .filter((target) => !/^https?:/.test(target))
    .filter((target) => !paths.has(path.posix.join(path.posix.dirname(file), target).replace(/\/$/, '')))
    .map((target) => `link ${target} leads nowhere`)
}

const isPath = (word, { places }) =>
  PATH.test(word) &&
  (FILE_NAME.test(word) || (word.includes('/') && (word.endsWith('/') || places.has(word.split('/')[0]))))

/** `*` stands for a part of a file's name. Folders and files of the running product are in the sources' literals. */
function exists(word, { places, drafts, literals }) {
  const wanted = word.replace(/\/$/, '')
  if (places.has(wanted) || [...drafts.keys()].some((draft) => `/${draft}/`.includes(`/${wanted}/`))) return true
  if (wanted.includes('*')) {
    const pattern = new RegExp(
      `^${wanted.replaceAll('.', '\\.').replaceAll(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))}$`,
    )
    return [...places.keys()].some((ending) => pattern.test(ending))
  }
  return !places.has(wanted.split('/')[0]) && [...literals].some((text) => `/${text}`.endsWith(`/${wanted}`))
}

function commandProblems([, script, argument], { scripts, paths }) {
  if (!scripts.has(script)) return [`script ${script} does not exist`]
  const isMissing = /^(?:bench|prove)$/.test(script) && argument && !paths.has(`bench/${argument}.${script}.ts`)
  return isMissing ? [`npm run ${script} knows no ${argument}`] : []
}

function importProblems(source, known) {
  const imports = [...source.matchAll(/^import (?:type )?\{([^}]*)\} from '([^']+)'/gm)]
  return imports.flatMap(([, list, specifier]) => {
    if (!/^(?:\.|@ruwu\/)/.test(specifier)) {
      const library = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0]
      return known.words.has(library) ? [] : [`import of ${specifier}, which is no dependency`]
    }
    const exported = exportsFor(known, placeOf(source) ?? '', specifier)
    if (!exported) return [`import of ${specifier}, which does not exist`]
    const names = list.split(',').map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/ as .*/, ''),
    )
    return names
      .filter((name) => name !== '' && !exported.has(name))
      .map((name) => `import of ${name}, which ${specifier} does not export`)
  })
}

/** "`name` in `file`" and "`name` (`file`)": the file declares the name. */
function placeProblems(text, { places, declared, own }) {
  return [...text.matchAll(/((?:`[\w$.]+`,? (?:and )?)+)(?:in |\()`([^`]+\.\w+)`/g)].flatMap(([, list, place]) => {
    const files = (places.get(place) ?? []).filter((file) => declared.has(file))
    if (files.length === 0) return []
    const isIn = (name) => files.some((file) => name.split('.').every((part) => declared.get(file).has(part)))
    const names = [...list.matchAll(/`([^`]+)`/g)].map((match) => match[1])
    return names.filter((name) => !isIn(name) && !own.has(name)).map((name) => `symbol ${name} is not in ${place}`)
  })
}

const ADDRESS = /(?:\b(?:GET|POST|PUT|PATCH|DELETE) )?(?<![\w}])\/[\w/{}.-]*/
const WHOLE_ADDRESS = new RegExp(`^${ADDRESS.source}$`)
const ADDRESSES = new RegExp(ADDRESS, 'g')

const addressProblems = (code, known) =>
  WHOLE_ADDRESS.test(code) && !hasAddress(code, known) ? [`address ${code} does not exist`] : []

const segments = (text) =>
  text
    .replace(/(?<!\$)\{\w+\}|:\w+/g, ':')
    .split('/')
    .filter((part, no) => no === 0 || part !== '')

/** Endpoints with their method; other addresses as a whole or as the first segments of longer ones. `${…}` is any segment. */
function hasAddress(code, { literals, endpoints, own }) {
  const wanted = segments(code)
  const isStart = (known) => wanted.every((part, no) => part === known[no] || known[no]?.startsWith('${'))
  if (code[0] !== '/')
    return [...endpoints].map(segments).some((known) => known.length === wanted.length && isStart(known))
  const addresses = [...endpoints].map((endpoint) => endpoint.slice(endpoint.indexOf('/')))
  return [...addresses, ...literals, ...own].some((text) => text[0] === '/' && isStart(segments(text)))
}

/** The numbered rules of a page, each with what follows its mark "not built yet:". */
const rules = (page) =>
  [...page.matchAll(/^- \*\*(R\d+)\*\* (.*)$/gm)].map(([, number, text]) => {
    const [built, unbuilt = ''] = text.split(' → ')[0].split('*not built yet:*')
    return { number, built: text.includes('*Not built yet.*') ? '' : built, unbuilt }
  })

const addressesIn = (text) => (text.match(ADDRESSES) ?? []).map((address) => address.replace(/\.$/, ''))

/** Addresses of a rule exist; those marked as not built do not, so that the mark goes when they are built. */
function ruleProblems({ number, built, unbuilt }, known) {
  return [
    ...addressesIn(built)
      .filter((address) => !hasAddress(address, known))
      .map((address) => `${number}: address ${address} does not exist`),
    ...addressesIn(unbuilt)
      .filter((address) => hasAddress(address, known))
      .map((address) => `${number}: address ${address} exists but is marked as not built`),
  ]
}

/** Identifiers, permissions, calls (with their arguments) and settings (`NAME=value`). */
function nameProblems(code, known) {
  if (isPath(code, known) || FOREIGN.has(code)) return []
  if (/^[a-z]\w*:\w+$/i.test(code)) return known.literals.has(code) ? [] : [`permission ${code} does not exist`]
  const [, called, given] = /^([A-Za-z_$][\w$.]*)\((.*)\)$/.exec(code) ?? [
    code,
    code.replace(/^([A-Z_]+)=.*/, '$1'),
    '',
  ]
  return [called, ...given.split(/[^\w$.]+/)]
    .filter((name) => IDENTIFIER.test(name))
    .flatMap((name) => symbolProblems(name, known))
}

/** Of `a.b` one file declares both. Other names are declared somewhere, or texts, or folders. */
function symbolProblems(name, { words, literals, own, places, declared }) {
  const isKnown = (word) =>
    [words, literals, own, places, FOREIGN].some((names) => names.has(word)) || word in globalThis
  if (literals.has(name)) return []
  const parts = name.replace(/^window\./, '').split('.')
  const missing = parts.find((part) => !isKnown(part))
  if (missing) return [`symbol ${missing} does not exist`]
  const isTogether =
    parts[0] in globalThis || [...declared.values(), own].some((names) => parts.every((part) => names.has(part)))
  return parts.length === 1 || isTogether ? [] : [`symbol ${name} does not exist`]
}
