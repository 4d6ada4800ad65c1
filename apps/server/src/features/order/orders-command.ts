import path from 'node:path'
import { operatorCommand } from '../../db/operator-command.ts'
import { openStorage } from '../../platform/storage/index.ts'
import { reviewTransfers } from './review-transfers.ts'

await operatorCommand('未能处理订单', (db, args, now, { config, dataDir }) =>
  reviewTransfers(db, args, now, () => openStorage(config, path.join(dataDir, 'files'))),
)
