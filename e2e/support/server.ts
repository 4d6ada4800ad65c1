import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '@ruwu/testkit'
import { stopLeftoverDatabase } from './leftover-database.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NODE = path.join(ROOT, 'node_modules/.bin/node')
const START_LIMIT_MS = 120_000

/** Where a running product is found. `simulatorUrl`: the platforms' stand-in. */
export type ProductAddress = { readonly url: string; readonly simulatorUrl: string; readonly dataDir: string }

/** The real product in a process of its own, with its own data folder and port. */
export class Server implements ProductAddress {
  readonly url: string
  readonly dataDir: string
  readonly simulatorUrl: string
  /** What the last start has printed. */
  lines: string[] = []
  private readonly port: number
  private env: Record<string, string>
  private process: ChildProcess | undefined

  private constructor(port: number, simulatorPort: number, dataDir: string, env: Record<string, string>) {
    this.port = port
    this.dataDir = dataDir
    // Benches make hundreds of chat users from one address.
    const many = { CHAT_NEW_USERS_PER_HOUR: '100000' }
    this.env = { SIMULATOR_PORT: String(simulatorPort), DEMO_HISTORY: 'false', ...many, ...env }
    this.simulatorUrl = `http://127.0.0.1:${simulatorPort}`
    this.url = `http://127.0.0.1:${port}`
  }

  /** On an empty data folder, or in the place of a stopped product, on a copy of its folder. */
  static async start(env: Record<string, string> = {}, stopped?: ProductAddress): Promise<Server> {
    // The stopped product's accounts have pictures at its simulator, and a browser has kept the scripts of its address.
    const [port, simulatorPort] = stopped
      ? [portOf(stopped.url), portOf(stopped.simulatorUrl)]
      : [await freePort(), await freePort()]
    const server = new Server(port, simulatorPort, await mkdtemp(path.join(tmpdir(), 'ruwu-e2e-')), env)
    try {
      // With owners: as root, the database belongs to another user.
      if (stopped) await promisify(execFile)('cp', ['-a', `${stopped.dataDir}/.`, server.dataDir])
      await server.run()
    } catch (error) {
      await server.stop()
      throw error
    }
    return server
  }

  get pid(): number | undefined {
    return this.process?.pid
  }

  /** Starts the process (again), with changed settings where given, and waits until it has printed its address. */
  async run(change: Record<string, string> = {}): Promise<void> {
    this.env = { ...this.env, ...change }
    const child = spawn(NODE, ['apps/server/src/main.ts'], {
      cwd: ROOT,
      env: { ...process.env, LOG_LEVEL: 'error', PORT: String(this.port), DATA_DIR: this.dataDir, ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.process = child
    const lines: string[] = []
    this.lines = lines
    const started = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no start in time:\n${lines.join('\n')}`)), START_LIMIT_MS)
      const read = (line: string) => {
        lines.push(line)
        if (line.startsWith('如晤已启动')) {
          clearTimeout(timer)
          resolve()
        }
      }
      createInterface(child.stdout).on('line', read)
      createInterface(child.stderr).on('line', read)
      child.once('exit', (code) => {
        clearTimeout(timer)
        reject(new Error(`ended with ${code}:\n${lines.join('\n')}`))
      })
    })
    await started
  }

  /** Runs a command of the operator beside it; answers what it prints. */
  async operate(command: string, ...args: string[]): Promise<string> {
    const env = { ...process.env, DATA_DIR: this.dataDir, ...this.env }
    const { stdout } = await promisify(execFile)(NODE, [`apps/server/src/features/${command}`, ...args], {
      cwd: ROOT,
      env,
    })
    return stdout
  }

  /** SIGKILL: no shutdown hook runs. Its database process lives on. */
  async kill(): Promise<void> {
    await this.end('SIGKILL')
  }

  /** Ends it properly, data kept. */
  async halt(): Promise<void> {
    await this.end('SIGTERM')
  }

  async stop(): Promise<void> {
    await this.halt()
    await stopLeftoverDatabase(this.dataDir)
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5 })
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.process
    this.process = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
}

const portOf = (url: string) => Number(new URL(url).port)
