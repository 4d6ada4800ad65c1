import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { WorldState } from '../world/state.ts'

/** The whole world at one moment. Scripts that were playing are not part of it. */
export type Snapshot = { version: 1; at: number; state: WorldState }

/** Undefined where there is none, or none that this version can read. */
export function readSnapshotFile(file: string): Snapshot | undefined {
  if (!existsSync(file)) return undefined
  try {
    const snapshot = JSON.parse(readFileSync(file, 'utf8')) as Snapshot
    return snapshot.version === 1 ? snapshot : undefined
  } catch {
    return undefined
  }
}

/** Whole or not at all: a reader never meets half a file. */
export function writeSnapshotFile(file: string, snapshot: Snapshot): void {
  const half = `${file}.new`
  writeFileSync(half, JSON.stringify(snapshot))
  renameSync(half, file)
}
