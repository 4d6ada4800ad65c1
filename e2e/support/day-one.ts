import type { TestProject } from 'vitest/node'
import { Server } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    dayOne: string
  }
}

/** The product is started from nothing once; what it has laid out by then is where every file of journeys begins. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await Server.start()
  await server.halt()
  project.provide('dayOne', server.dataDir)
  return () => server.stop()
}
