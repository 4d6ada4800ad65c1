import type { Run } from '../scripts/lib/figures-runner.ts'
import { reportSearch } from './ai-search.ts'
import { reportThroughput } from './ai-throughput.ts'

/** How fast what is known is found, and customers are answered. */
export const run: Run = async (report, options) => {
  await reportSearch(report, options)
  await reportThroughput(report, options)
}
