export { useAccountUrl as useAccountPlace, accountPath, type AccountUrl as AccountPlace } from './account-url.ts'
export { channelKeys, useExpiredCount, useSimpleAccounts } from './channel.queries.ts'
export { AccountFrame, HeadActions } from './components/account-frame.tsx'
