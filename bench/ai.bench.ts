import type { Run } from '../scripts/lib/figures-runner.ts'
import { reportThroughput } from './ai-throughput.ts'

/** How fast customers are answered. */
export const run: Run = async (report, options) => {
  await reportThroughput(report, options)
}
