import { startQuickly } from '../platform/quick-start.ts'

startQuickly()
const { operatorCommand } = await import('../db/operator-command.ts')
const { manageCalls } = await import('./failed-calls.ts')

await operatorCommand('未能完成', manageCalls)
