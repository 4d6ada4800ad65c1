export { deleteApp, deleteOldGrants, insertApp, listApps } from './oauth.repo.ts'
export { oauthRoutes } from './oauth.routes.ts'
export { OauthService } from './oauth.service.ts'
export { oauthProtocolRoutes } from './protocol.routes.ts'
