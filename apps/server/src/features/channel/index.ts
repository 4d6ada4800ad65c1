export {
  type AccountRow,
  findAccount,
  findLastBound,
  findParent,
  getAccount,
  listFamily,
  lockAccount,
} from './account.repo.ts'
export { deleteOldAttempts } from './attempt.repo.ts'
export { channelRoutes } from './channel.routes.ts'
export { type Channel, type ChannelDeps, createChannel } from './create-channel.ts'
export { recordChange } from './history.repo.ts'
export { callAsAccount, toRefusal } from './platform-call.ts'
export type { CopyToAccount } from './setting.service.ts'
export { findSendingAccount } from './sending-account.ts'
export { endAuthorisation } from './authorisation-state.ts'
