import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

type Options = {
  /** Module of the lazily loaded page whose first visit is measured. */
  page: string
  maxGzipBytes: number
}

type Size = { file: string; gzip: number }

/** Sums the gzip size of all JavaScript a page loads on its first visit, and fails the build when it is too much. */
export function bundleBudget({ page, maxGzipBytes }: Options): Plugin {
  return {
    name: 'bundle-budget',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((it): it is Rolldown.OutputChunk => it.type === 'chunk')
      const entry = chunks.find((it) => it.isEntry)
      const lazy = chunks.find((it) => it.facadeModuleId?.endsWith(page))
      if (!entry || !lazy) return this.error(`bundle-budget: ${page} has no chunk of its own`)

      const sizes = [...loadedBy([entry, lazy], chunks)].map(sizeOf).toSorted((a, b) => b.gzip - a.gzip)
      const total = sizes.reduce((sum, it) => sum + it.gzip, 0)
      const report = { page, totalGzipBytes: total, maxGzipBytes, chunks: sizes, all: chunks.map(sizeOf) }
      this.emitFile({ type: 'asset', fileName: 'bundle-report.json', source: JSON.stringify(report, null, 2) })
      this.info(`${page}: ${kilobytes(total)} gzip of ${kilobytes(maxGzipBytes)} in ${sizes.length} files`)
      if (total > maxGzipBytes)
        this.error(`${page} loads ${kilobytes(total)} gzip, more than ${kilobytes(maxGzipBytes)}`)
    },
  }
}

/** The chunks themselves and everything they import statically. */
function loadedBy(start: Rolldown.OutputChunk[], all: Rolldown.OutputChunk[]): Set<Rolldown.OutputChunk> {
  const byName = new Map(all.map((it) => [it.fileName, it]))
  const found = new Set<Rolldown.OutputChunk>()
  const visit = (chunk: Rolldown.OutputChunk) => {
    if (found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) {
      const next = byName.get(name)
      if (next) visit(next)
    }
  }
  for (const chunk of start) visit(chunk)
  return found
}

const sizeOf = (chunk: Rolldown.OutputChunk): Size => ({ file: chunk.fileName, gzip: gzipSync(chunk.code).length })

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
