import { operatorCommand } from '../../db/operator-command.ts'
import { systemClock } from '../../platform/clock.ts'
import { StartError } from '../../platform/start-error.ts'
import { createRollupWorker } from './rollup-worker.ts'

await operatorCommand('未能完成', async (db, [verb, ...words]) => {
  if (verb !== 'rebuild' || words.length > 0) throw new StartError('用法：npm run statistics -- rebuild')
  await createRollupWorker({ db, clock: systemClock }).rebuild()
  return '统计数据已重新汇总'
})
