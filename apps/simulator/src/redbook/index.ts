import type { Route } from '../calls/platform-route.ts'
import type { Simulator } from '../simulator.ts'
import { listRoutes } from './list.routes.ts'
import { mediaRoutes } from './media.routes.ts'
import { oauthRoutes } from './oauth.routes.ts'
import { sendRoutes } from './send.routes.ts'

export { answerRedbookAuthorise, redbookAuthoriseView } from './authorise.ts'

/** Every path of the platform that our server may call. */
export const redbookRoutes = (sim: Simulator): Route[] => [
  ...oauthRoutes(sim),
  ...sendRoutes(sim),
  ...listRoutes(sim),
  ...mediaRoutes(sim),
]
