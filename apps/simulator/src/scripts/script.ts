import { z } from 'zod'

const Range = z.tuple([z.number().nonnegative(), z.number().nonnegative()])
const TextVariants = z.array(z.string().min(1)).min(1)

const timing = {
  /** Milliseconds before the step, drawn from the seed. */
  wait: Range.optional(),
  /** `second`: the same person turns to another account of the same source. */
  account: z.enum(['first', 'second']).optional(),
}

const DoStep = z.discriminatedUnion('do', [
  z.strictObject({ ...timing, do: z.literal('enter') }),
  z.strictObject({ ...timing, do: z.literal('leave') }),
  z.strictObject({ ...timing, do: z.literal('text'), say: TextVariants }),
  z.strictObject({ ...timing, do: z.literal('image'), picture: z.string().optional() }),
  z.strictObject({ ...timing, do: z.literal('video'), clip: z.string().optional() }),
  z.strictObject({ ...timing, do: z.literal('voice'), clip: z.string().optional() }),
  z.strictObject({ ...timing, do: z.literal('emoticon'), name: z.string().optional() }),
  z.strictObject({ ...timing, do: z.literal('share'), postId: z.string().optional() }),
  z.strictObject({ ...timing, do: z.literal('submit_card'), fields: z.record(z.string(), z.string()) }),
  z.strictObject({ ...timing, do: z.literal('copy_wechat') }),
  z.strictObject({ ...timing, do: z.literal('tap_question'), index: z.number().int().nonnegative() }),
  z.strictObject({ ...timing, do: z.literal('recall') }),
  z.strictObject({ ...timing, do: z.literal('read') }),
  z.strictObject({ ...timing, do: z.literal('comment'), say: TextVariants, postId: z.string().optional() }),
  z.strictObject({ ...timing, do: z.literal('grant') }),
  z.strictObject({ ...timing, do: z.literal('block') }),
])

const UNTIL = [
  'reply', 'handover', 'recall', 'silence', 'question_guide',
  'card:contact', 'card:lead_form', 'card:landing_page', 'card:note', 'card:goods', 'card:service',
] as const // oxfmt-ignore

const UntilStep = z.strictObject({
  until: z.enum(UNTIL),
  within: z.number().positive(),
  /** What becomes of the customer when it does not happen; without it the script goes on. */
  else: z.enum(['leave', 'silent']).optional(),
})

/** A scripted customer: who, when, what, and what to expect. */
export const Script = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  title: z.string().min(1),
  summary: z.string().min(1),
  /** `both` is written with douyin's emoji codes, which are translated where it plays on redbook. */
  source: z.enum(['douyin', 'redbook', 'both']),
  /** Share in a mix of scripts. */
  weight: z.number().positive(),
  /** `staff` plays with a staff account where the source has one. */
  desk: z.enum(['main', 'staff']).default('main'),
  /** Hours of the day in which a demo lets it happen. */
  hours: Range.default([9, 22]),
  customer: z.strictObject({ name: z.string(), city: z.string() }).optional(),
  entry: z
    .strictObject({ ad: z.strictObject({ planName: z.string() }).optional(), postId: z.string().optional() })
    .optional(),
  steps: z.array(z.union([DoStep, UntilStep])).min(1),
  expect: z.strictObject({ lead: z.boolean().default(false), tags: z.array(z.string()).default([]) }).prefault({}),
})

export type Script = z.infer<typeof Script>
export type DoStep = z.infer<typeof DoStep>
export type UntilStep = z.infer<typeof UntilStep>
