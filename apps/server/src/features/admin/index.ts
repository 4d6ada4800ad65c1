export { createEnterprise } from './create-enterprise.ts'
export { describeOperatorLog } from './operator-log.ts'
export { manageOauthApps } from './oauth-apps.ts'
