import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { SOCKET_PATH } from '@ruwu/contract'
import { Server } from '@ruwu/e2e/server.ts'
import type { Report } from '../scripts/lib/figures-runner.ts'
import { registerAll } from './chat-server.ts'
import { SocketCrowd } from './socket-crowd.ts'

const PER_USER = 50
const BUDGET_KB = 30

/** What an idle socket costs the server, above the idle process. */
export async function measureIdleSockets(report: Report, isSmall: boolean): Promise<void> {
  const count = isSmall ? 1000 : 5000
  const server = await Server.start()
  try {
    const tokens = await registerAll(
      server.url,
      Array.from({ length: count / PER_USER }, (_, n) => `idle${n}`),
    )
    const before = await settledMemory(server)
    const urls = tokens.flatMap((token) =>
      Array.from(
        { length: PER_USER },
        () => `${server.url.replace('http', 'ws')}${SOCKET_PATH}?device=web&token=${token}`,
      ),
    )
    const crowd = await SocketCrowd.open(urls)
    const each = ((await settledMemory(server)) - before) / count
    await crowd.close()
    report({ name: 'chat.idle_socket', value: each, unit: 'KB each', budget: BUDGET_KB, isWithin: each <= BUDGET_KB })
  } finally {
    await server.stop()
  }
}

/** Resident memory in KB, once it has stopped moving. */
async function settledMemory(server: Server): Promise<number> {
  await sleep(3000)
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1])
}
