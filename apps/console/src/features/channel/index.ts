export { accountPath } from './account-url.ts'
export { channelKeys, useExpiredCount, useSimpleAccounts } from './channel.queries.ts'
export { AccountFrame, HeadActions } from './components/account-frame.tsx'
