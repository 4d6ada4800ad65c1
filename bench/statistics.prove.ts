import type { Run } from '../scripts/lib/figures-runner.ts'
import { runSeeds } from './seeded-tests.ts'

/** Random histories in four time zones: rollups agree with facts under every combination of the filters. */
export const run: Run = (report, { isSmall }) =>
  runSeeds(report, {
    name: 'statistics.seeds',
    files: ['features/statistics/rollup.test'],
    tests: 'seed',
    variable: 'STATISTICS_SEEDS',
    seeds: isSmall ? 2 : 40,
  })
