export { createEnterprise } from './create-enterprise.ts'
export { manageOauthApps } from './oauth-apps.ts'
