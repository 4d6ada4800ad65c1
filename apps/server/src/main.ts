import { startQuickly } from './platform/quick-start.ts'

// Files of the product are readable by its own user alone; children inherit it.
process.umask(0o077)
startQuickly()
const { readConfig } = await import('./platform/config.ts')
const { StartError } = await import('./platform/start-error.ts')
const { startProduct } = await import('./compose/product.ts')

const print = (line: string) => process.stdout.write(`${line}\n`)

let product: Awaited<ReturnType<typeof startProduct>> | undefined
let stopping = false
// Before the start, too: the first process of a container ignores a signal that it does not handle.
process.on('SIGINT', () => stop('SIGINT'))
process.on('SIGTERM', () => stop('SIGTERM'))

try {
  product = await startProduct({ config: readConfig(process.env), print })
} catch (error) {
  process.stderr.write(
    error instanceof StartError ? `启动失败：${error.message}\n` : `启动失败：${(error as Error).stack}\n`,
  )
  process.exit(1)
}

function stop(signal: string): void {
  if (stopping) return
  stopping = true
  print(`收到 ${signal}，正在停止…`)
  if (!product) process.exit(1)
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
