import { operatorCommand } from '../../db/operator-command.ts'
import { enterPoints } from './enter-points.ts'

await operatorCommand('未能录入积分', enterPoints)
