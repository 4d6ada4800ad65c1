import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { chunksOf, loadedBy } from './shared-chunks.ts'

type PageBudget = {
  path: string
  /** Ends of the ids of the modules loaded on the first visit besides the entry. */
  loads: readonly string[]
  maxGzipBytes: number
}

const SLACK = 1.1

type Size = { file: string; gzip: number }

/**
 * Sums the gzip size of all JavaScript that pages load on their first visit, for `npm run bench -- bundle`; the build says
 * what is too much, and fails when it is a tenth over.
 */
export function bundleBudget(pages: readonly PageBudget[]): Plugin {
  return {
    name: 'bundle-budget',
    apply: ({ build }, { command }) => command === 'build' && build?.write !== false,
    generateBundle(_, bundle) {
      const chunks = chunksOf(Object.values(bundle))
      const report = pages.map(({ path, loads, maxGzipBytes }) => {
        const missing = loads.find((end) => !chunks.some((it) => it.facadeModuleId?.endsWith(end)))
        if (missing) return this.error(`bundle-budget: ${missing} has no chunk of its own`)
        const sizes = [...loadedBy(['src/main.tsx', ...loads], chunks)].map(sizeOf).toSorted((a, b) => b.gzip - a.gzip)
        return { path, maxGzipBytes, totalGzipBytes: sizes.reduce((sum, it) => sum + it.gzip, 0), chunks: sizes }
      })
      const source = JSON.stringify({ pages: report, all: chunks.map(sizeOf) }, null, 2)
      this.emitFile({ type: 'asset', fileName: 'bundle-report.json', source })
      for (const { path, totalGzipBytes: total, maxGzipBytes: most, chunks: files } of report) {
        const text = `${path} loads ${kilobytes(total)} gzip of ${kilobytes(most)} in ${files.length} files`
        if (total > most * SLACK) this.error(`${text}, which is too much`)
        else if (total > most) this.warn(`${text}, which is too much`)
        else this.info(text)
      }
    },
  }
}

const sizeOf = (chunk: Rolldown.OutputChunk): Size => ({ file: chunk.fileName, gzip: gzipSync(chunk.code).length })

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
