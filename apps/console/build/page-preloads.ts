import type { Plugin } from 'vite'
import { chunksOf, loadedBy } from './shared-chunks.ts'

/**
 * Lists the files of pages, by address (`*`: every other one), for the server to name with the document: the browser asks for
 * them at once instead of after the first script has run.
 */
export const pagePreloads = (pages: Record<string, readonly string[]>): Plugin => ({
  name: 'page-preloads',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = chunksOf(Object.values(bundle))
    const filesOf = (starts: readonly string[]) => [...loadedBy(starts, chunks)].map(({ fileName }) => `/${fileName}`)
    const files = Object.fromEntries(Object.entries(pages).map(([path, starts]) => [path, filesOf(starts)]))
    this.emitFile({ type: 'asset', fileName: 'page-preloads.json', source: JSON.stringify(files, null, 2) })
  },
})
