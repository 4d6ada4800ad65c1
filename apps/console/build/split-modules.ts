import { type ESTree, parseSync, type Plugin } from 'vite'

/** One top-level declaration, or several that need each other. */
type Part = { names: string[]; exported: string[]; text: string; isNamespace?: boolean }

/** The modules that a file becomes: what its importers see, and its parts by id. */
type Split = { facade: string; parts: Map<string, string> }

const isPart = /~\w+\.ts$/
const idOf = (file: string, { names }: Part) => file.replace(/\.ts$/, `~${names[0]}.ts`)

/**
 * Makes every declaration of a file a module of its own, and every endpoint of an `…Api`: chunks are made of whole modules, so
 * a page that needs one schema of a file would load all of them. For files without side effects.
 */
export const splitModules = (files: RegExp): Plugin => {
  const parts = new Map<string, string>()
  return {
    name: 'split-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId: { filter: { id: isPart }, handler: (id) => ({ id, moduleSideEffects: false }) },
    load: { filter: { id: isPart }, handler: (id) => parts.get(id) },
    transform: {
      filter: { id: { include: files, exclude: isPart } },
      handler(code, id) {
        const split = splitModule(id, code)
        for (const [part, text] of split?.parts ?? []) parts.set(part, text)
        return split && { code: split.facade, map: null }
      },
    },
  }
}

/** Undefined: the file stays as it is, because it runs or changes something, or has nothing to take apart. */
export function splitModule(file: string, code: string): Split | undefined {
  const imports = new Map<string, string>()
  const kept: string[] = []
  const declared: Part[] = []
  const textOf = ({ start, end }: { start: number; end: number }) => code.slice(start, end)
  for (const statement of parseSync(file, code).program.body) {
    if (statement.type === 'ImportDeclaration') readImports(statement, imports)
    else if (statement.type === 'ExportAllDeclaration' || isReexport(statement)) kept.push(textOf(statement))
    else if (!isType(statement)) {
      const found = partsOf(statement, textOf)
      if (!found) return undefined
      declared.push(...found)
    }
  }
  const parts = joinCycles(declared)
  if (parts.length < 2) return undefined
  const from = (part: Part) => JSON.stringify(idOf(file, part))
  const importOf = (part: Part) => `import ${namesOf(part.names, part.isNamespace)} from ${from(part)}`
  const exportOf = (part: Part) => `export ${namesOf(part.exported, part.isNamespace)} from ${from(part)}`
  const moduleOf = (part: Part) => {
    const words = wordsOf(part.text)
    const siblings = parts.filter((it) => it !== part && it.names.some((name) => words.has(name)))
    const needed = [...imports].filter(([name]) => words.has(name)).map(([, line]) => line)
    return [...needed, ...siblings.map(importOf), part.text].join('\n')
  }
  return {
    facade: [...kept, ...parts.filter(({ exported }) => exported.length > 0).map(exportOf)].join('\n'),
    parts: new Map(parts.map((part) => [idOf(file, part), moduleOf(part)])),
  }
}

/** An import statement for each name. */
function readImports({ specifiers, source, importKind }: ESTree.ImportDeclaration, imports: Map<string, string>) {
  if (importKind === 'type') return
  for (const it of specifiers) {
    const { name } = it.local
    if (it.type === 'ImportDefaultSpecifier') imports.set(name, `import ${name} from ${source.raw}`)
    else if (it.type === 'ImportNamespaceSpecifier') imports.set(name, `import * as ${name} from ${source.raw}`)
    else if (it.importKind !== 'type' && it.imported.type === 'Identifier')
      imports.set(name, `import { ${it.imported.name} as ${name} } from ${source.raw}`)
  }
}

const isReexport = (it: ESTree.Directive | ESTree.Statement) =>
  it.type === 'ExportNamedDeclaration' && it.source !== null

/** Gone once the types are. */
function isType(it: { type: string; declaration?: { type: string } | null }): boolean {
  const types = ['TSTypeAliasDeclaration', 'TSInterfaceDeclaration', 'TSDeclareFunction']
  return types.includes(it.declaration?.type ?? it.type)
}

/** Undefined for what is no plain declaration. */
function partsOf(
  statement: ESTree.Directive | ESTree.Statement,
  textOf: (node: { start: number; end: number }) => string,
): Part[] | undefined {
  const isExported = statement.type === 'ExportNamedDeclaration'
  const it = isExported ? statement.declaration : statement
  if (!it) return undefined
  const exportedOf = (names: string[]) => (isExported ? names : [])
  const part = (names: string[]): Part[] => [{ names, exported: exportedOf(names), text: `export ${textOf(it)}` }]
  if (it.type === 'FunctionDeclaration' || it.type === 'ClassDeclaration') return it.id ? part([it.id.name]) : undefined
  if (it.type !== 'VariableDeclaration' || it.kind !== 'const') return undefined
  const names = it.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  if (names.length < it.declarations.length) return undefined
  const [name = ''] = names
  const endpoints = name.endsWith('Api') ? endpointsOf(it.declarations[0]?.init) : undefined
  if (!endpoints) return part(names)
  const own = (key: string) => `${name}_${key}`
  const each = endpoints.map(({ key, value }) => ({
    names: [own(key)],
    exported: [],
    text: `export const ${own(key)} = ${textOf(value)}`,
  }))
  // A namespace in place of the object: `nameApi.key` then leads to the endpoint itself.
  const text = `export { ${endpoints.map(({ key }) => `${own(key)} as ${key}`).join(', ')} }`
  return [...each, { names, exported: exportedOf(names), text, isNamespace: true }]
}

/** The properties of an object that has nothing but plain ones. */
function endpointsOf(init: ESTree.Expression | null | undefined) {
  if (init?.type !== 'ObjectExpression') return undefined
  const found = init.properties.flatMap((it) =>
    it.type === 'Property' && !it.computed && !it.method && !it.shorthand && it.key.type === 'Identifier'
      ? [{ key: it.key.name, value: it.value }]
      : [],
  )
  return found.length === init.properties.length ? found : undefined
}

const namesOf = (names: readonly string[], isNamespace = false) =>
  isNamespace ? `* as ${names.join('')}` : `{ ${names.join(', ')} }`

const wordsOf = (text: string) => new Set(text.match(/[\w$]+/g))

/** Declarations that need each other stay together in their order: apart, one would run before what it needs. */
function joinCycles(parts: readonly Part[]): Part[] {
  const byName = new Map(parts.flatMap((part) => part.names.map((name) => [name, part] as const)))
  const reached = new Map(parts.map((part) => [part, reachOf(part, byName)]))
  const joined = new Set<Part>()
  return parts.flatMap((part) => {
    if (joined.has(part)) return []
    const cycle = parts.filter((it) => it === part || (reached.get(part)?.has(it) && reached.get(it)?.has(part)))
    for (const it of cycle) joined.add(it)
    if (cycle.length === 1) return [part]
    if (cycle.some(({ isNamespace }) => isNamespace)) throw new Error(`an endpoint needs its own Api: ${part.names[0]}`)
    return [
      {
        names: cycle.flatMap(({ names }) => names),
        exported: cycle.flatMap(({ exported }) => exported),
        text: cycle.map(({ text }) => text).join('\n'),
      },
    ]
  })
}

function reachOf(start: Part, byName: ReadonlyMap<string, Part>): Set<Part> {
  const found = new Set<Part>()
  const visit = (part: Part) => {
    for (const word of wordsOf(part.text)) {
      const next = byName.get(word)
      if (!next || found.has(next) || next === part) continue
      found.add(next)
      visit(next)
    }
  }
  visit(start)
  return found
}
