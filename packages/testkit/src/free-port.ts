import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those the system gives to outgoing connections, one of which could have it when what listens there starts again. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const probe = createServer().listen(port, '127.0.0.1')
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  await new Promise((resolve) => probe.close(resolve))
  return isFree ? port : freePort()
}
