export { type Committed, type LockedTopic, type Outcome, refusal, type Send } from './batch.ts'
export { ByteAllowance, ROW_BYTES } from './byte-allowance.ts'
export { acceptContent } from './content.ts'
export {
  changeConversation,
  lockConversation,
  readConversations,
  removeConversations,
  restartConversation,
  restoreConversation,
} from './conversation-change.repo.ts'
export { MessageWriter } from './message-writer.ts'
export { Pace } from './pace.ts'
export { SendService } from './send.service.ts'
