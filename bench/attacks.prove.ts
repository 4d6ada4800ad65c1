import type { Run } from '../scripts/lib/figures-runner.ts'
import { attackByFiles } from './attacks/files.ts'
import { attackHooks } from './attacks/hooks.ts'

/** A family of attacks is a file of bench/attacks. Each starts the product that it attacks, and reports what it did to others. */
const FAMILIES: readonly Run[] = [attackHooks, attackByFiles]

export const run: Run = async (report, options) => {
  for (const attack of FAMILIES) await attack(report, options)
}
