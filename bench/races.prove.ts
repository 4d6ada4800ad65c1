import { openRaceNodes } from '@ruwu/server/testing/races/race-nodes.ts'
import { RACES } from '@ruwu/server/testing/races/races.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { runRaces } from './run-races.ts'

/**
 * People, the AI, the queue and the clock reach for the same customer at once, on two nodes. In any order, the database,
 * the events and the answers agree afterwards.
 */
export const run: Run = (report) => runRaces(report, { name: 'races', races: RACES, rounds: 100, open: openRaceNodes })
