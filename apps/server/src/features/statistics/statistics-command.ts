import { startQuickly } from '../../platform/quick-start.ts'

startQuickly()
const { operatorCommand } = await import('../../db/operator-command.ts')
const { systemClock } = await import('../../platform/clock.ts')
const { StartError } = await import('../../platform/start-error.ts')
const { createRollupWorker } = await import('./rollup-worker.ts')

await operatorCommand('未能完成', async (db, [verb, ...words]) => {
  if (verb !== 'rebuild' || words.length > 0) throw new StartError('用法：npm run statistics -- rebuild')
  await createRollupWorker({ db, clock: systemClock }).rebuild()
  return '统计数据已重新汇总'
})
