import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { startOrAdopt } from './start-or-adopt.ts'
import { DataDirInUseError, takeOwnership } from './connect.ts'
import { stopPostmaster, type Running, type Server } from './postmaster.ts'

type Listener = { log(line: string): void; onLost?(error: Error): void }

const MAX_PAUSE_MS = 5000

/**
 * The owner's connection ends with the server, so its loss detects a crash at once. The server is restarted on the same port,
 * and connection pools reconnect. Returns the function that stops it for good.
 */
export function supervise(server: Server, first: Running, listener: Listener): () => Promise<void> {
  let client = first.client
  let recovering = Promise.resolve()
  let stopping: Promise<void> | undefined

  function watch(next: Client): void {
    client = next
    client.once('end', () => {
      if (!stopping) recovering = recover(100)
    })
  }

  async function recover(pause: number): Promise<void> {
    try {
      const running = await startOrAdopt(server, first.port)
      await takeOwnership(running.client, server.dataDir)
      listener.log(running.adopted ? '与数据库的连接曾中断，已恢复' : '数据库意外退出，已重新启动')
      watch(running.client)
    } catch (error) {
      if (stopping) return
      if (error instanceof DataDirInUseError) {
        listener.log(error.message)
        return listener.onLost?.(error)
      }
      listener.log(`数据库意外退出，尚未恢复：${(error as Error).message}`)
      await sleep(pause)
      if (!stopping) await recover(Math.min(pause * 2, MAX_PAUSE_MS))
    }
  }

  async function stop(): Promise<void> {
    await stopPostmaster(server)
    await recovering
    await stopPostmaster(server)
    await client.end().catch(() => {})
  }

  watch(first.client)
  return () => (stopping ??= stop())
}
