import { createHash } from 'node:crypto'

export const PASSWORD = 'correct-horse'

/** What the console sends instead of the password. */
export const digest = (password: string) => createHash('sha256').update(password).digest('hex')
