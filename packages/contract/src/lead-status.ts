import { z } from 'zod'

/** 新线索, 跟进中, 已加微, 已成交, 无效. */
export const LEAD_STATUSES = ['new', 'following', 'added', 'won', 'invalid'] as const
export const LeadStatus = z.enum(LEAD_STATUSES)
export type LeadStatus = z.infer<typeof LeadStatus>
