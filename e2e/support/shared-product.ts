import type { TestProject } from 'vitest/node'
import { setAssignMode } from './database.ts'
import { Server, type ProductAddress } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A product with the demo's accounts and history that most journeys share. */
    sharedProduct: ProductAddress
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = await Server.start({ DEMO_HISTORY: 'true' })
  const { url, simulatorUrl, dataDir } = shared
  // Journeys choose who receives their customers.
  await setAssignMode(shared, 'manual')
  project.provide('sharedProduct', { url, simulatorUrl, dataDir })
  return () => shared.stop()
}
