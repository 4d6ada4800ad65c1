import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { chunksOf, loadedBy } from './shared-chunks.ts'

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
    apply: ({ build }, { command }) => command === 'build' && build?.write !== false,
    generateBundle(_, bundle) {
      const chunks = chunksOf(Object.values(bundle))
      if (!chunks.some((it) => it.facadeModuleId?.endsWith(page)))
        return this.error(`bundle-budget: ${page} has no chunk of its own`)

      const sizes = [...loadedBy(['src/main.tsx', page], chunks)].map(sizeOf).toSorted((a, b) => b.gzip - a.gzip)
      const total = sizes.reduce((sum, it) => sum + it.gzip, 0)
      const report = { page, totalGzipBytes: total, maxGzipBytes, chunks: sizes, all: chunks.map(sizeOf) }
      this.emitFile({ type: 'asset', fileName: 'bundle-report.json', source: JSON.stringify(report, null, 2) })
      this.info(`${page}: ${kilobytes(total)} gzip of ${kilobytes(maxGzipBytes)} in ${sizes.length} files`)
      if (total > maxGzipBytes)
        this.error(`${page} loads ${kilobytes(total)} gzip, more than ${kilobytes(maxGzipBytes)}`)
    },
  }
}

const sizeOf = (chunk: Rolldown.OutputChunk): Size => ({ file: chunk.fileName, gzip: gzipSync(chunk.code).length })

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
