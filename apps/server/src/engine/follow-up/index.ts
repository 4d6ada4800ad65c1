export { createFollowUpWriter } from './create-follow-up-writer.ts'
export type { FollowUpWriter } from './follow-up.ts'
