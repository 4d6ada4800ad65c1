import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DESKTOP, launch, newContext, Visitor } from './browser.ts'
import { type ProductAddress, Server } from './server.ts'

type Place<S> = { server: S; visit(viewport?: { width: number; height: number }): Promise<Visitor> }
type Journey<S> = (name: string, walk: (place: Place<S>) => Promise<void>) => void

/**
 * Journeys on the product that all files share, in any order: a journey writes to its own customers and puts back what
 * it changed of agents, roles and settings.
 */
export const journeys = (): Journey<ProductAddress> => journeysOn(() => inject('sharedProduct'))

/** Journeys on a product of this file alone, which they may kill or change for good. It has the demo's accounts, not its history. */
export const journeysOnOwnProduct = (): Journey<Server> =>
  journeysOnStarted(() => Server.start({ DEMO_HISTORY: 'accounts' }, inject('stoppedProduct')))

/** Journeys on a product of this file alone that begins with an empty data folder, as on a newcomer's machine. */
export const journeysOnNewProduct = (): Journey<Server> => journeysOnStarted(() => Server.start())

function journeysOnStarted(start: () => Promise<Server>): Journey<Server> {
  let server: Server
  beforeAll(async () => {
    server = await start()
  })
  afterAll(async () => {
    await server?.stop()
  })
  return journeysOn(() => server)
}

/** One browser for all files of a stage, which one process runs; it ends with the process. */
let browser: Promise<Browser> | undefined

/** Contexts that visitors of a product left, by its address. */
const freeContexts = new Map<string, BrowserContext[]>()

async function openVisitor(url: string, viewport: typeof DESKTOP): Promise<Visitor> {
  browser ??= launch({ isShort: true })
  const context = freeContexts.get(url)?.pop() ?? (await newContext(await browser, url))
  return Visitor.enter(context, url, viewport)
}

function journeysOn<S extends ProductAddress>(findServer: () => S): Journey<S> {
  return (name, walk) => {
    test(name, async ({ task, onTestFinished }) => {
      const server = findServer()
      const visitors: Visitor[] = []
      // Called at the time limit too, when `walk` is still waiting.
      onTestFinished(async () => {
        const failed = task.result?.state === 'fail'
        for (const [index, visitor] of visitors.entries()) {
          if (failed) {
            await visitor.keepEvidence(`${name} ${index + 1}`)
            await visitor.close()
          } else freeContexts.set(server.url, [...(freeContexts.get(server.url) ?? []), await visitor.leave()])
        }
      })
      await walk({
        server,
        visit: async (viewport = DESKTOP) => {
          const visitor = await openVisitor(server.url, viewport)
          visitors.push(visitor)
          return visitor
        },
      })
      expect(visitors.flatMap(({ problems }) => problems)).toEqual([])
    })
  }
}
