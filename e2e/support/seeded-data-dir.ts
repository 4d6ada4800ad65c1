import type { TestProject } from 'vitest/node'
import { Server } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    seededDataDir: string
  }
}

/** Starts the product once on an empty data folder and stops it: every file of journeys begins on a copy of that folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await Server.start()
  await server.halt()
  project.provide('seededDataDir', server.dataDir)
  return () => server.stop()
}
