import { readFile } from 'node:fs/promises'
import type { Run } from '../scripts/lib/figures-runner.ts'

type BundleReport = { pages: { path: string; totalGzipBytes: number; maxGzipBytes: number }[] }

/** What pages load, as the build wrote it down. */
export const run: Run = async (report) => {
  const text = await readFile(new URL('../apps/console/dist/bundle-report.json', import.meta.url), 'utf8')
  for (const { path, totalGzipBytes, maxGzipBytes } of (JSON.parse(text) as BundleReport).pages)
    report({
      name: `bundle.${path.slice(1)}`,
      value: totalGzipBytes / 1000,
      unit: 'KB gzip',
      budget: maxGzipBytes / 1000,
      isWithin: totalGzipBytes <= maxGzipBytes,
    })
}
