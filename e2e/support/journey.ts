import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject, test } from 'vitest'
import { DESKTOP, launch, Visitor } from './browser.ts'
import { Server } from './server.ts'

type Place = { server: Server; visit(viewport?: { width: number; height: number }): Promise<Visitor> }

/** A product and a browser for one file of journeys. Each journey opens its own visitors (browser contexts). */
export function journeys(
  env: Record<string, string> = {},
): (name: string, walk: (place: Place) => Promise<void>) => void {
  let server: Server
  let browser: Browser
  beforeAll(async () => {
    ;[server, browser] = await Promise.all([Server.start(env, inject('seededDataDir')), launch()])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  return (name, walk) => {
    test(name, async () => {
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
