import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { SimulatedPlatform } from './simulated-platform.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NODE = path.join(ROOT, 'node_modules/.bin/node')

/** Of a server and a simulator that are started apart from each other, and of callers that stand in for the platform. */
export const SIMULATOR_KEY = 'the same key for the server and its simulator'

/** The simulator in its own process, which stays up when the server is killed. */
export class SimulatorProcess {
  readonly platform: SimulatedPlatform
  private readonly child: ChildProcess

  private constructor(child: ChildProcess, url: string) {
    this.child = child
    this.platform = new SimulatedPlatform(url)
  }

  /** The environment of a server that is to call the simulator at this port. */
  static serverEnv(port: number): Record<string, string> {
    const url = `http://127.0.0.1:${port}`
    return {
      SIMULATOR_KEY,
      DOUYIN_BASE_URL: `${url}/douyin`,
      REDBOOK_BASE_URL: `${url}/redbook`,
      REDBOOK_BIND_URL: `${url}/redbook`,
    }
  }

  static async start(port: number, target: string): Promise<SimulatorProcess> {
    const url = `http://127.0.0.1:${port}`
    const child = spawn(NODE, ['apps/simulator/src/main.ts'], {
      cwd: ROOT,
      env: { ...process.env, DEMO: 'on', SIMULATOR_KEY, SIMULATOR_PORT: String(port), WEBHOOK_TARGET: target },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(createInterface(child.stdout), 'line')
    return new SimulatorProcess(child, url)
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const gone = once(this.child, 'exit')
    this.child.kill('SIGTERM')
    await gone
  }
}
