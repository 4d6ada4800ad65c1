import { operatorCommand } from '../../db/operator-command.ts'
import { createPasswords } from '../../platform/auth/password.ts'
import { administer } from './administer.ts'
import { isMaintenance, maintain } from './maintain.ts'

await operatorCommand('未能完成', (db, args, now, installation) =>
  isMaintenance(args)
    ? maintain({ db, now, ...installation }, args)
    : administer({ db, passwords: createPasswords(), now }, args),
)
