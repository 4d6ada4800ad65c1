import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

type SimulatorOptions = {
  script: string
  port: number
  /** Its application's secrets are derived from it. */
  key: string
  /** Base URL of our webhooks. */
  target: string
  /** Folder with the keys of its payment sides; empty without any. */
  payKeys: string
  /** Its state across restarts. */
  snapshotFile: string
  print(line: string): void
}

const READY = '模拟平台已启动：'
/** Pause before an exited simulator is started again. */
const RESTART_MS = 2_000

/** Runs the platform simulator as a child process; it exits with us, even when we are killed. */
export async function startSimulatorProcess(options: SimulatorOptions): Promise<() => Promise<void>> {
  let child: ChildProcess | undefined
  let again: NodeJS.Timeout | undefined
  let isStopping = false

  const run = () =>
    new Promise<void>((resolve) => {
      // The IPC channel closes when this process dies; the simulator exits with it.
      child = spawn(process.execPath, [options.script], {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: {
          ...process.env,
          DEMO: 'on',
          SIMULATOR_PORT: String(options.port),
          SIMULATOR_KEY: options.key,
          WEBHOOK_TARGET: options.target,
          SIMULATOR_PAY_KEYS: options.payKeys,
          SIMULATOR_SNAPSHOT: options.snapshotFile,
        },
      })
      const read = (line: string) => {
        options.print(line)
        if (line.startsWith(READY)) resolve()
      }
      if (child.stdout) createInterface(child.stdout).on('line', read)
      if (child.stderr) createInterface(child.stderr).on('line', read)
      child.once('exit', () => {
        resolve()
        if (!isStopping) again = setTimeout(() => void run(), RESTART_MS)
      })
    })
  await run()

  return async () => {
    isStopping = true
    clearTimeout(again)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
}
