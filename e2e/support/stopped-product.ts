import type { TestProject } from 'vitest/node'
import { setAssignMode } from './database.ts'
import { Server } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder to copy: a start on a copy takes a quarter of the time of one on an empty folder. */
    stoppedProduct: string
  }
}

/** A product with the demo's accounts, without their history. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await Server.start({ DEMO_HISTORY: 'accounts' })
  // Journeys choose who receives their customers.
  await setAssignMode(product, 'manual')
  await product.halt()
  project.provide('stoppedProduct', product.dataDir)
  return () => product.stop()
}
