export {
  type AccountRow,
  findAccount,
  findLastBound,
  findParent,
  getVisibleAccount,
  listAccounts,
  listFamily,
  listVisibleAccounts,
  lockAccount,
  mayChooseAccounts,
  setUsesShared,
  sourcesOf,
} from './account.repo.ts'
export { countAbnormal } from './account-filter.ts'
export { attemptCodes, deleteOldAttempts } from './attempt.repo.ts'
export { channelRoutes } from './channel.routes.ts'
export { closeAllAccounts } from './close-account.ts'
export { type Channel, createChannel } from './create-channel.ts'
export { deleteOldHistory, recordChange } from './history.repo.ts'
export { callOrRefuse } from './platform-call.ts'
export { findSendingAccount } from './sending-account.ts'
export { accountTokens } from './tokens/account-token.repo.ts'
export { appTokens } from './tokens/app-token.repo.ts'
export { endAuthorisation } from './authorisation-state.ts'
