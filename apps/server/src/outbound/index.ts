export { noteSpend } from './account-result.repo.ts'
export { AutomaticSender, cardMessage } from './automatic-sender.ts'
export { questionGuide } from './outbound-content.ts'
export { whyHeldByLimits } from './automation-limits.repo.ts'
export {
  countWordHits,
  deleteOldWordHits,
  findBannedWords,
  listActiveWords,
  readWordMatchers,
  warnSavedText,
} from './banned-words.repo.ts'
export { cancelQueued, cancelUnsent } from './cancel-unsent.ts'
export { ChatSendAdapter } from './chat-send-adapter.ts'
export { markSent } from './delivery-status.repo.ts'
export { type FailedMessage, listFailedMessages, listOnTheirWay } from './failed-message.repo.ts'
export { retryFailedMessages } from './failed-messages.ts'
export { type HeldMessage } from './held-back.ts'
export { type Expected, type HeldBack, whyOutdated } from './insert-guarded.ts'
export { OutboundWorker } from './outbound-worker.ts'
export { expediteQueued, listRetries } from './outbox.repo.ts'
export { createPictureCodes, type ReadCodes, readingPictures } from './picture-codes.ts'
export { checkCommentText, readQuota } from './put-outbound.ts'
export { findBadPictures, type SavedMessage, warnSavedMessages } from './saved-messages.ts'
export { createScheduledMessages, readScheduled } from './scheduled-message.service.ts'
export { scheduledMessageRoutes } from './scheduled-message.routes.ts'
export { allowAnswer, takeOver } from './answer.ts'
export { CustomerSendService, type FindSendingAccount } from './send.service.ts'
export { closedText, type SendingAccount } from './sending-account.ts'
