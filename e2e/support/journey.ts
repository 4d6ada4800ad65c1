import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, inject, test } from 'vitest'
import { DESKTOP, Visitor } from './browser.ts'
import { type ProductAddress, Server } from './server.ts'

type Place<S> = { server: S; visit(viewport?: { width: number; height: number }): Promise<Visitor> }
type Journey<S> = (name: string, walk: (place: Place<S>) => Promise<void>) => void

/**
 * Journeys on the product that all files share, in any order: a journey writes to its own customers and puts back what
 * it changed of agents, roles and settings.
 */
export const journeys = (): Journey<ProductAddress> => journeysOn(() => inject('sharedProduct'))

/** Journeys on a product of this file alone, which they may kill or change for good. */
export function journeysOnOwnProduct(): Journey<Server> {
  let server: Server
  beforeAll(async () => {
    server = await Server.start({ DEMO_HISTORY: 'true' })
  })
  afterAll(() => server?.stop())
  return journeysOn(() => server)
}

function journeysOn<S extends ProductAddress>(findServer: () => S): Journey<S> {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.connect(inject('browserEndpoint'))
  })
  afterAll(() => browser?.close())

  return (name, walk) => {
    test(name, async () => {
      const server = findServer()
      const visitors: Visitor[] = []
      let failed = true
      try {
        await walk({
          server,
          visit: async (viewport = DESKTOP) => {
            const visitor = await Visitor.open(browser, server.url, viewport)
            visitors.push(visitor)
            return visitor
          },
        })
        failed = false
      } finally {
        for (const [index, visitor] of visitors.entries()) {
          await visitor.close({ failed, name: `${name} ${index + 1}` })
        }
      }
    })
  }
}
