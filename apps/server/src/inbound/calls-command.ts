import { operatorCommand } from '../db/operator-command.ts'
import { manageCalls } from './failed-calls.ts'

await operatorCommand('未能完成', manageCalls)
