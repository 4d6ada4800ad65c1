import { build, type Plugin, type Rolldown } from 'vite'

/** Where the pages of a step begin: the ends of their module ids. Of several in a list, what all of them load. */
type Steps = Record<string, readonly (string | readonly string[])[]>

/**
 * One file for what each step of a visit adds, instead of one for every set of pages that share a module: left to itself a
 * page is 150 files, most of them below 2 kB. A shared module belongs to the first step that loads it, else to `rest`. Which
 * modules a page loads is known after tree shaking only, so the console is bundled once before, in memory.
 */
export function sharedChunks(steps: Steps, rest: string): Plugin {
  return {
    name: 'shared-chunks',
    apply: ({ build: options }, { command }) => command === 'build' && options?.write !== false,
    async config({ root, plugins = [] }) {
      const first = await build({
        root,
        plugins,
        configFile: false,
        logLevel: 'silent',
        build: { write: false, minify: false, reportCompressedSize: false },
      })
      const names = namesOf((first as Rolldown.RolldownOutput).output, steps, rest)
      const group: Rolldown.CodeSplittingGroup = {
        name: (id) => names.get(id),
        debugName: 'shared-chunks',
        // Every module has its name; a dependency that is a page of its own must stay one.
        includeDependenciesRecursively: false,
      }
      return { build: { rolldownOptions: { output: { codeSplitting: { groups: [group] } } } } }
    },
  }
}

/** The file of every shared module. */
function namesOf(output: Rolldown.RolldownOutput['output'], steps: Steps, rest: string): Map<string, string> {
  const chunks = chunksOf(output)
  const names = new Map<string, string>()
  const name = (loaded: Iterable<Rolldown.OutputChunk>, step: string) => {
    const shared = [...loaded].filter(({ isDynamicEntry }) => !isDynamicEntry)
    for (const { moduleIds, facadeModuleId } of shared)
      for (const id of moduleIds) if (id !== facadeModuleId && !names.has(id)) names.set(id, step)
  }
  const loadedByAll = (pages: readonly string[]) => {
    const loaded = pages.map((page) => loadedBy([page], chunks))
    return chunks.filter((chunk) => loaded.every((it) => it.has(chunk)))
  }
  for (const [step, pages] of Object.entries(steps))
    for (const page of pages) name(loadedByAll(typeof page === 'string' ? [page] : page), step)
  name(chunks, rest)
  return names
}

export const chunksOf = (output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Rolldown.OutputChunk[] =>
  output.filter((it) => it.type === 'chunk')

/** The chunks of pages and everything they import statically. */
export function loadedBy(pages: readonly string[], chunks: readonly Rolldown.OutputChunk[]): Set<Rolldown.OutputChunk> {
  const byName = new Map(chunks.map((it) => [it.fileName, it]))
  const found = new Set<Rolldown.OutputChunk>()
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) visit(byName.get(name))
  }
  for (const page of pages) visit(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(page)))
  return found
}
