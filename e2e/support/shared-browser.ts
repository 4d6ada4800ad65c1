import type { TestProject } from 'vitest/node'
import { launchServer } from './browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browserEndpoint: string
  }
}

/** One browser for all files; each journey has contexts of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await launchServer()
  project.provide('browserEndpoint', browser.wsEndpoint())
  return () => browser.close()
}
