import type { Run } from '../scripts/lib/figures-runner.ts'
import { runSeeds } from './seeded-tests.ts'

/** The property tests of points and orders: the balance is the sum of the ledger, and every payment counts once. */
export const run: Run = (report, { isSmall }) =>
  runSeeds(report, {
    name: 'points.seeds',
    files: ['features/points/ledger-property', 'features/order/purchase-property'],
    tests: 'seed',
    variable: 'POINTS_SEEDS',
    seeds: isSmall ? 5 : 200,
  })
