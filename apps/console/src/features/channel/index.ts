export { accountPath } from './account-url.ts'
export { channelKeys, useExpiredCount, useSimpleAccounts } from './channel.queries.ts'
export { AccountScopeField } from './components/account-scope-field.tsx'
export { AccountFrame, HeadActions } from './components/account-frame.tsx'
