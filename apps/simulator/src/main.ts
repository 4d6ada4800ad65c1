import { optionsFromEnv, StartRefusedError } from './options.ts'
import { startSimulator } from './start-simulator.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  const simulator = await startSimulator(optionsFromEnv(process.env))
  say(`模拟平台已启动：${simulator.url}`)
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    void simulator.close().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // Started beside the server: it ends with the server, even when that was killed.
  process.on('disconnect', stop)
} catch (error) {
  const reason = error instanceof StartRefusedError ? error.message : (error as Error).stack
  process.stderr.write(`模拟平台启动失败：${reason}\n`)
  process.exit(1)
}
