import { startQuickly } from './platform/quick-start.ts'

// Files of the product are readable by its own user alone; children inherit it.
process.umask(0o077)
startQuickly()
const { readConfig } = await import('./platform/config.ts')
const { StartError } = await import('./platform/start-error.ts')
const { startProduct } = await import('./compose/product.ts')

const print = (line: string) => process.stdout.write(`${line}\n`)

try {
  const product = await startProduct({ config: readConfig(process.env), print })
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    print(`收到 ${signal}，正在停止…`)
    void product.stop().then(
      () => {
        print('已停止')
        process.exit(0)
      },
      (error: unknown) => {
        process.stderr.write(`停止时出错：${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('SIGTERM', () => stop('SIGTERM'))
} catch (error) {
  process.stderr.write(
    error instanceof StartError ? `启动失败：${error.message}\n` : `启动失败：${(error as Error).stack}\n`,
  )
  process.exit(1)
}
