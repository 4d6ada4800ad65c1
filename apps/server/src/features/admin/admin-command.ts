import { operatorCommand } from '../../db/operator-command.ts'
import { createPasswords } from '../../platform/auth/password.ts'
import { administer } from './administer.ts'

await operatorCommand('未能完成', (db, args, now) => administer({ db, passwords: createPasswords(), now }, args))
