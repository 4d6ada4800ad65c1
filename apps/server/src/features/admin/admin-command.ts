import { startQuickly } from '../../platform/quick-start.ts'

startQuickly()
const { operatorCommand } = await import('../../db/operator-command.ts')
const { createPasswords } = await import('../../platform/auth/password.ts')
const { administer } = await import('./administer.ts')
const { isMaintenance, maintain } = await import('./maintain.ts')

await operatorCommand('未能完成', (db, args, now, installation) =>
  isMaintenance(args)
    ? maintain({ db, now, ...installation }, args)
    : administer({ db, passwords: createPasswords(), now }, args),
)
