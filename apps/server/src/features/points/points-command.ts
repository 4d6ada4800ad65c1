import { startQuickly } from '../../platform/quick-start.ts'

startQuickly()
const { operatorCommand } = await import('../../db/operator-command.ts')
const { enterPoints } = await import('./enter-points.ts')

await operatorCommand('未能录入积分', enterPoints)
