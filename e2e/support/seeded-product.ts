import type { TestProject } from 'vitest/node'
import { launchServer } from './browser.ts'
import { Server } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a stopped product with the demo's agents, without its accounts and history. */
    seededDataDir: string
    browserEndpoint: string
  }
}

/** What takes as long as a short journey is done once for all files: a first start, and the start of a browser. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [seeded, browser] = await Promise.all([Server.start(), launchServer()])
  await seeded.halt()
  project.provide('seededDataDir', seeded.dataDir)
  project.provide('browserEndpoint', browser.wsEndpoint())
  return async () => {
    await browser.close()
    await seeded.stop()
  }
}
