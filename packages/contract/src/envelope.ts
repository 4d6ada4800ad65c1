import { z } from 'zod'

export const SUCCESS_CODE = 1

// Built once: every endpoint has an envelope.
const code = z.number().int()
const msg = z.string()

/** `{code, data, msg}` around every answer of the core API; only code 1 is success. */
export const envelope = <T extends z.ZodType>(data: T) => z.object({ code, data, msg })

export type Envelope<T> = { code: number; data: T; msg: string }

/** Data of calls without a result. */
export const Ok = z.literal(true)
