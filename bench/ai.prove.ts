import { AI_RACES, openAiRaceNodes } from '@ruwu/server/testing/races/ai-races.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { runRaces } from './run-races.ts'

const ROUNDS = 550

/**
 * The AI finishes its answer while a person sends, here or in the platform's app, switches or archives, the customer writes again,
 * points end or the account is switched, and all of it together, on two nodes. It never sends after an agent's message that it had not read, and never answers a message twice.
 */
export const run: Run = (report) =>
  runRaces(report, {
    name: 'ai',
    races: AI_RACES,
    rounds: ROUNDS / Object.keys(AI_RACES).length,
    open: openAiRaceNodes,
  })
