import { readdirSync } from 'node:fs'
import type { Run } from '../scripts/lib/figures-runner.ts'

const FOLDER = new URL('./attacks/', import.meta.url)

/** A family of attacks is a file of bench/attacks. Each starts the product that it attacks, and reports what it did to others. */
export const run: Run = async (report, options) => {
  for (const file of readdirSync(FOLDER).toSorted()) {
    const { run: attack } = (await import(new URL(file, FOLDER).href)) as { run: Run }
    await attack(report, options)
  }
}
