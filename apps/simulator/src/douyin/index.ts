import type { Route } from '../calls/platform-route.ts'
import type { Simulator } from '../simulator.ts'
import { cardRoutes } from './card.routes.ts'
import { eventStatusRoutes } from './event-status.routes.ts'
import { mediaRoutes } from './media.routes.ts'
import { oauthRoutes } from './oauth.routes.ts'
import { sendRoutes } from './send.routes.ts'

export { answerDouyinAuthorise, douyinAuthoriseView } from './authorise.ts'

/** Every path of the platform that our server may call. */
export const douyinRoutes = (sim: Simulator): Route[] => [
  ...oauthRoutes(sim),
  ...sendRoutes(sim),
  ...mediaRoutes(sim),
  ...cardRoutes(sim),
  ...eventStatusRoutes(sim),
]
