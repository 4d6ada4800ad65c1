import { z } from 'zod'
import { typedText } from './text.ts'

/** A code of the authenticator application or a recovery code, as typed. */
export const SecondCode = typedText(40, '验证码过长').min(1, '请输入验证码')

/** Our own sealed data, passed through by the client. */
export const SealedText = z.string().regex(/^[\w-]{1,2000}$/, '请求参数不正确')

/** Data of a sign-in refused with `secondStep`: the password was right, a code is needed. */
export const SecondStepDemand = z.object({
  /** Passed on with the code; valid for minutes. */
  challenge: z.string(),
  /** Set where the role demands two steps and the agent has not set them up: the code turns them on. */
  setup: z.object({ secret: z.string(), uri: z.string() }).nullable(),
})
export type SecondStepDemand = z.infer<typeof SecondStepDemand>
