import type { TestProject } from 'vitest/node'
import { setAssignMode } from './database.ts'
import { type ProductAddress, Server } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** One after another starts in its place: on a copy of its folder a start takes a quarter of the time. */
    stoppedProduct: ProductAddress
  }
}

/** A product with the demo's accounts, without their history. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await Server.start({ DEMO_HISTORY: 'accounts' })
  // Journeys choose who receives their customers.
  await setAssignMode(product, 'manual')
  await product.halt()
  const { url, simulatorUrl, dataDir } = product
  project.provide('stoppedProduct', { url, simulatorUrl, dataDir })
  return () => product.stop()
}
